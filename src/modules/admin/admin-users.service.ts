import { type EntityManager, type MikroORM, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { toPage } from '../../http/pagination.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { AuditAction, AuditChanges } from '../audit/audit-entry.entity.ts';
import type { Caller } from '../audit/caller.ts';
import { normalizeEmail } from '../auth/auth.service.ts';
import type { RefreshTokens } from '../auth/refresh-tokens.ts';
import { findMemberships, toMembershipItem } from '../organizations/memberships.ts';
import { type ApplicationRole, User } from '../users/user.entity.ts';
import type { UserDetail, UserPage, UserQuery, UserRecord } from './admin-users.schemas.ts';
import { type LockedAccounts, lockAccounts } from './locked-accounts.ts';
import { findUserPage } from './user-search.ts';

export type AdminUsersService = ReturnType<typeof createAdminUsersService>;

/** What an action did to an account, for the trail; null when everything was so already. */
type Deed = { action: AuditAction; changes?: AuditChanges } | null;

/** Accounts, for administrators (specification, section 4.3; decisions, section 2). */
export function createAdminUsersService({
  orm,
  audit,
  refreshTokens,
}: {
  orm: MikroORM;
  audit: AuditService;
  refreshTokens: RefreshTokens;
}) {
  /** Does something to an account and writes it down, both or neither. Throws NOT_FOUND, FORBIDDEN. */
  async function act(
    caller: Caller,
    targetId: string,
    deed: (accounts: LockedAccounts, em: EntityManager) => Deed | Promise<Deed>,
  ): Promise<UserRecord> {
    return orm.em.fork().transactional(async (em) => {
      const accounts = await lockAccounts(em, { actorId: caller.user.id, targetId });
      const { target } = accounts;
      const name = target.email;
      const done = await deed(accounts, em);
      if (done !== null) {
        audit.record(em, caller, { ...done, target: { publicId: target.publicId, name } });
      }
      await em.flush();
      return toRecord(target);
    });
  }

  return {
    /** A page of accounts, newest first. `search` is part of an e-mail address or public id, case aside. */
    async list({ search = '', ...page }: UserQuery): Promise<UserPage> {
      const { rows, total } = await findUserPage(orm.em.fork(), search, page);
      const content = rows.map(
        (row): UserRecord => ({
          publicId: row.public_id,
          email: row.email,
          applicationRole: row.application_role,
          isEnabled: row.is_enabled,
          isVerified: row.is_verified,
          createdAt: formatTimestamp(new Date(row.created_at)),
        }),
      );
      return toPage(content, total, page);
    },

    /** One account with its memberships. Throws NOT_FOUND. */
    async get(publicId: string): Promise<UserDetail> {
      const em = orm.em.fork();
      const user = publicId.includes('\0') ? null : await em.findOne(User, { publicId });
      if (user === null) throw notFound('User');
      const memberships = await findMemberships(em, user.id);
      return { ...toRecord(user), organizationMemberships: memberships.map(toMembershipItem) };
    },

    /** Gives the account another address, unverified until its owner opens the link. Throws VALIDATION_FAILED when it is taken. */
    async changeEmail(caller: Caller, targetId: string, given: string): Promise<UserRecord> {
      const email = normalizeEmail(given);
      const changed = act(caller, targetId, ({ target }) => {
        if (target.email === email) return null;
        const changes = { email: { from: target.email, to: email } };
        target.email = email;
        target.isVerified = false;
        return { action: 'USER_EMAIL_CHANGED', changes };
      });
      return changed.catch((error: unknown) => {
        throw error instanceof UniqueConstraintViolationException ? addressTaken() : error;
      });
    },

    /** Throws VALIDATION_FAILED for the last enabled SUPER_ADMIN, FORBIDDEN for what an ADMIN may not grant. */
    async changeRole(caller: Caller, targetId: string, role: ApplicationRole): Promise<UserRecord> {
      return act(caller, targetId, async ({ target, actor, isLastSuperAdmin }, em) => {
        if (actor.applicationRole !== 'SUPER_ADMIN') {
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

    /** Disables the account and ends its sessions. Throws VALIDATION_FAILED for the last enabled SUPER_ADMIN. */
    async lock(caller: Caller, targetId: string): Promise<UserRecord> {
      return act(caller, targetId, async ({ target, isLastSuperAdmin }, em) => {
        if (isLastSuperAdmin) throw lastSuperAdmin('locked');
        return enable(target, false, em);
      });
    },

    /** Enables the account again; sessions of before stay ended. */
    async unlock(caller: Caller, targetId: string): Promise<UserRecord> {
      return act(caller, targetId, async ({ target }, em) => enable(target, true, em));
    },
  };

  /** Both ways end every session: one that began while the lock was being set must not come alive with the unlock. */
  async function enable(target: User, isEnabled: boolean, em: EntityManager): Promise<Deed> {
    if (target.isEnabled === isEnabled) return null;
    target.isEnabled = isEnabled;
    await refreshTokens.revokeAllOf(target.id, em);
    const changes = { isEnabled: { from: !isEnabled, to: isEnabled } };
    return { action: isEnabled ? 'USER_UNLOCKED' : 'USER_LOCKED', changes };
  }
}

function toRecord(user: User): UserRecord {
  return {
    publicId: user.publicId,
    email: user.email,
    applicationRole: user.applicationRole,
    isEnabled: user.isEnabled,
    isVerified: user.isVerified,
    createdAt: formatTimestamp(user.createdAt),
  };
}

function forbidden(detail: string): DomainError {
  return new DomainError('FORBIDDEN', detail);
}

function lastSuperAdmin(what: 'demoted' | 'locked'): DomainError {
  const detail = `The last enabled SUPER_ADMIN cannot be ${what}; make somebody else SUPER_ADMIN first.`;
  return new DomainError('LAST_SUPER_ADMIN', detail);
}

function addressTaken(): DomainError {
  const paths = [{ path: 'email', message: 'belongs to another account' }];
  return new DomainError('VALIDATION_FAILED', 'email belongs to another account.', { paths });
}
