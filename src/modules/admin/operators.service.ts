import { randomUUID } from 'node:crypto';
import { type MikroORM, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { createPublicId, isPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { OPERATOR_ID, type Operator } from '../audit/caller.ts';
import { parseEmail } from '../auth/email-address.ts';
import { OPERATOR, type Passwords } from '../auth/passwords.ts';
import type { RefreshTokens } from '../auth/refresh-tokens.ts';
import { User } from '../users/user.entity.ts';
import type { ChangeAccount } from './change-account.ts';

/** Actions for operators on the command line, for when no administrator can log in. */
export function createOperatorsService({
  orm,
  changeAccount,
  audit,
  passwords,
  refreshTokens,
}: {
  orm: MikroORM;
  changeAccount: ChangeAccount;
  audit: AuditService;
  passwords: Passwords;
  refreshTokens: RefreshTokens;
}) {
  return {
    /** The public id of an account by its e-mail address or public id. Throws NOT_FOUND. */
    async getAccountId(addressOrId: string): Promise<string> {
      const where = isPublicId('usr', addressOrId)
        ? { publicId: addressOrId }
        : { email: parseEmail(addressOrId) };
      const user = await orm.em.fork().findOne(User, where, { fields: ['publicId'] });
      if (user === null) throw notFound('The user');
      return user.publicId;
    },

    /** Creates a verified SUPER_ADMIN and returns its public id. Throws VALIDATION_FAILED when the address has an account. */
    async createAdministrator(
      operator: Operator,
      given: { email: string; password: string },
    ): Promise<string> {
      const email = parseEmail(given.email);
      const passwordHash = await passwords.hash(given.password, OPERATOR);
      const publicId = createPublicId('usr');
      const created = inTransaction(orm, async (em) => {
        em.create(User, {
          publicId,
          email,
          passwordHash,
          applicationRole: 'SUPER_ADMIN',
          isEnabled: true,
          isVerified: true,
        });
        audit.record(em, operator, { action: 'USER_CREATED', target: { publicId, name: email } });
      });
      await created.catch((error: unknown) => {
        throw error instanceof UniqueConstraintViolationException ? addressTaken(email) : error;
      });
      return publicId;
    },

    /** Sets the password and ends all sessions of the account. Throws NOT_FOUND. */
    async setPassword(operator: Operator, targetId: string, password: string): Promise<void> {
      const hash = await passwords.hash(password, OPERATOR);
      await changeAccount(operator, targetId, async ({ target }, em) => {
        target.passwordHash = hash;
        await refreshTokens.revokeAllOf(target.id, em);
        return { action: 'USER_PASSWORD_SET' };
      });
    },
  };
}

/** The operator of one command, for the audit trail. `name` is the user on this machine. */
export function operatorNamed(name: string): Operator {
  const user = { id: null, publicId: OPERATOR_ID, email: name } as const;
  return { user, ip: 'local', userAgent: 'npm run admin', requestId: randomUUID() };
}

function addressTaken(email: string): DomainError {
  const detail = `${email} already has an account. Use grant-role, unlock or set-password.`;
  return new DomainError('VALIDATION_FAILED', detail);
}
