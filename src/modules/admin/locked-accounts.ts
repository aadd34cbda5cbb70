import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { User } from '../users/user.entity.ts';

/** An account to change and the accounts that decide whether it may be changed. All are locked. */
export interface LockedAccounts {
  target: User;
  /** Null for an operator on the command line, who may do everything. */
  actor: User | null;
  /** The target is the only enabled SUPER_ADMIN. */
  isLastSuperAdmin: boolean;
}

/**
 * Locks the target, the acting administrator and every enabled SUPER_ADMIN until the transaction ends, in one statement
 * and a fixed order. The second of two concurrent requests sees the changes of the first, such as a lost role. Throws
 * NOT_FOUND, and FORBIDDEN when the actor may not change the target.
 */
export async function lockAccounts(
  em: EntityManager,
  { actorId, targetId }: { actorId: number | null; targetId: string },
): Promise<LockedAccounts> {
  if (!isPublicId('usr', targetId)) throw notFound('The user');
  // FOR UPDATE would block inserts of rows that refer to an account.
  const locked = await em.execute<{ id: string; public_id: string; is_super: boolean }[]>(
    `select id, public_id, application_role = 'SUPER_ADMIN' and is_enabled as is_super from user_account
     where public_id = ? or id = ? or (application_role = 'SUPER_ADMIN' and is_enabled)
     order by id for no key update`,
    [targetId, actorId],
  );
  const found = locked.find((row) => row.public_id === targetId);
  if (!found) throw notFound('The user');
  const target = await em.findOneOrFail(User, { id: Number(found.id) }, { refresh: true });
  const actor = actorId === null ? null : await em.findOneOrFail(User, { id: actorId }, { refresh: true });
  if (actor !== null) requirePower(actor, target);
  const supers = locked.filter((row) => row.is_super);
  return { target, actor, isLastSuperAdmin: supers.length === 1 && supers[0]?.public_id === targetId };
}

/** An ADMIN may not change a SUPER_ADMIN. An actor who was just locked or demoted may change no account. */
function requirePower(actor: User, target: User): void {
  const { applicationRole: role, isEnabled } = actor;
  if (!isEnabled || (role !== 'SUPER_ADMIN' && role !== 'ADMIN')) {
    throw new DomainError('FORBIDDEN', 'You are no longer an administrator.');
  }
  if (role !== 'SUPER_ADMIN' && target.applicationRole === 'SUPER_ADMIN') {
    throw new DomainError('FORBIDDEN', 'Only a SUPER_ADMIN may change the account of a SUPER_ADMIN.');
  }
}
