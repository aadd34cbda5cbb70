import { type EntityManager, type MikroORM, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { toPage } from '../../http/pagination.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import type { Caller, Operator } from '../audit/caller.ts';
import { enqueueVerificationMail } from '../auth/account-mails.ts';
import { parseEmail } from '../auth/email-address.ts';
import type { RefreshTokens } from '../auth/refresh-tokens.ts';
import type { TwoFactorService } from '../auth/two-factor/two-factor.service.ts';
import { findMemberships, toMembershipItem } from '../organizations/memberships.ts';
import { Plan } from '../plans/plan.entity.ts';
import { toPlanRecord } from '../plans/plan-record.ts';
import { toTwoFactor } from '../users/profile.ts';
import { type ApplicationRole, User } from '../users/user.entity.ts';
import { toUserRecord } from '../users/user-record.ts';
import type { UserDetail, UserPage, UserQuery, UserRecord } from './admin-users.schemas.ts';
import type { AccountChange, ChangeAccount } from './change-account.ts';
import { findUserPage } from './user-search.ts';

export type AdminUsersService = ReturnType<typeof createAdminUsersService>;

/** Accounts, for administrators. */
export function createAdminUsersService({
  orm,
  changeAccount,
  refreshTokens,
  twoFactor,
  mailOutbox,
  mailSender,
}: {
  orm: MikroORM;
  changeAccount: ChangeAccount;
  refreshTokens: RefreshTokens;
  twoFactor: TwoFactorService;
  mailOutbox: MailOutbox;
  mailSender: Pick<MailSender, 'wake'>;
}) {
  return {
    /** A page of accounts, newest first. `search` matches a part of an e-mail address or public id. */
    async list({ search = '', ...page }: UserQuery): Promise<UserPage> {
      const { rows, total } = await findUserPage(orm.em.fork(), search, page);
      const content = rows.map(
        (row): UserRecord =>
          toUserRecord({
            publicId: row.public_id,
            email: row.email,
            applicationRole: row.application_role,
            isEnabled: row.is_enabled,
            isVerified: row.is_verified,
            createdAt: new Date(row.created_at),
          }),
      );
      return toPage(content, total, page);
    },

    /** One account with its memberships. Throws NOT_FOUND. */
    async get(publicId: string): Promise<UserDetail> {
      const em = orm.em.fork();
      const user = publicId.includes('\0') ? null : await em.findOne(User, { publicId });
      if (user === null) throw notFound('The user');
      const memberships = await findMemberships(em, user.id);
      const plan = await em.findOne(Plan, { subject: publicId });
      return {
        ...toUserRecord(user),
        organizationMemberships: memberships.map(toMembershipItem),
        twoFactor: toTwoFactor(user.totpSecret != null),
        plan: plan === null ? null : toPlanRecord(plan),
      };
    },

    /**
     * Changes the address, which is unverified until its owner opens the e-mailed link. Throws VALIDATION_FAILED when
     * another account has it.
     */
    async changeEmail(caller: Caller, targetId: string, given: string): Promise<UserRecord> {
      const email = parseEmail(given);
      const changed = changeAccount(caller, targetId, async ({ target }, em) => {
        if (target.email === email) return null;
        const changes = { email: { from: target.email, to: email } };
        target.email = email;
        target.isVerified = false;
        await em.flush();
        // Earlier links stay invalid even if the account gets its old address back.
        await em.execute('delete from account_token where user_id = ?', [target.id]);
        await enqueueVerificationMail(mailOutbox, em, email);
        return { action: 'USER_EMAIL_CHANGED', changes };
      });
      const record = await changed.catch((error: unknown) => {
        throw error instanceof UniqueConstraintViolationException ? addressTaken() : error;
      });
      mailSender.wake();
      return record;
    },

    /** Changes the role and ends the sessions. Throws LAST_SUPER_ADMIN, and FORBIDDEN if an ADMIN may not do it. */
    async changeRole(
      caller: Caller | Operator,
      targetId: string,
      role: ApplicationRole,
    ): Promise<UserRecord> {
      return changeAccount(caller, targetId, async ({ target, actor, isLastSuperAdmin }, em) => {
        if (actor !== null && actor.applicationRole !== 'SUPER_ADMIN') {
          if (role === 'SUPER_ADMIN') throw forbidden('Only a SUPER_ADMIN may grant the role SUPER_ADMIN.');
          if (actor === target) throw forbidden('An ADMIN may not change their own role.');
        }
        if (target.applicationRole === role) return null;
        if (isLastSuperAdmin) throw lastSuperAdmin('demoted');
        const changes = { applicationRole: { from: target.applicationRole, to: role } };
        target.applicationRole = role;
        await refreshTokens.revokeAllOf(target.id, em);
        return { action: 'USER_ROLE_CHANGED', changes };
      });
    },

    /** Locks the account and ends its sessions. Throws LAST_SUPER_ADMIN. */
    async lock(caller: Caller, targetId: string): Promise<UserRecord> {
      return changeAccount(caller, targetId, async ({ target, isLastSuperAdmin }, em) => {
        if (isLastSuperAdmin) throw lastSuperAdmin('locked');
        return setEnabled(target, false, em);
      });
    },

    /** Unlocks the account. Earlier sessions stay ended. */
    async unlock(caller: Caller | Operator, targetId: string): Promise<UserRecord> {
      return changeAccount(caller, targetId, async ({ target }, em) => setEnabled(target, true, em));
    },

    /** Switches two-factor authentication off and deletes its data, also of an unfinished set-up. */
    async resetTwoFactor(caller: Caller | Operator, targetId: string): Promise<UserRecord> {
      return changeAccount(caller, targetId, async ({ target }, em) => {
        const wasOn = target.totpSecret != null;
        const hadData = await twoFactor.reset(em, target.id);
        if (!wasOn && !hadData) return null;
        const changes = { 'twoFactor.enabled': { from: true, to: false } };
        return { action: 'USER_TWO_FACTOR_RESET', ...(wasOn && { changes }) };
      });
    },
  };

  /** Ends all sessions both ways: one that began during the lock must not become valid with the unlock. */
  async function setEnabled(target: User, isEnabled: boolean, em: EntityManager): Promise<AccountChange> {
    if (target.isEnabled === isEnabled) return null;
    target.isEnabled = isEnabled;
    await refreshTokens.revokeAllOf(target.id, em);
    const changes = { isEnabled: { from: !isEnabled, to: isEnabled } };
    return { action: isEnabled ? 'USER_UNLOCKED' : 'USER_LOCKED', changes };
  }
}

function forbidden(detail: string): DomainError {
  return new DomainError('FORBIDDEN', detail);
}

function lastSuperAdmin(change: 'demoted' | 'locked'): DomainError {
  const detail = `The last enabled SUPER_ADMIN cannot be ${change}. Make another account SUPER_ADMIN first.`;
  return new DomainError('LAST_SUPER_ADMIN', detail);
}

function addressTaken(): DomainError {
  const paths = [{ path: 'email', message: 'belongs to another account' }];
  return new DomainError('VALIDATION_FAILED', 'The body is not valid: email belongs to another account.', {
    paths,
  });
}
