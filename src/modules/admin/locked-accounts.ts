import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { User } from '../users/user.entity.ts';

/** An account about to be changed, and what decides whether it may be. Nobody else changes any of it meanwhile. */
export interface LockedAccounts {
  target: User;
  /** Null: an operator at the machine, who may do everything. */
  actor: User | null;
  /** The target is the only enabled SUPER_ADMIN there is. */
  isLastSuperAdmin: boolean;
}

/**
 * Locks, in one statement and always in the same order, the target, the acting administrator and every enabled
 * SUPER_ADMIN, until the transaction ends. Of two requests at once the second sees what the first has done, and
 * judges by that: whoever lost their role a moment ago has lost it here. Throws NOT_FOUND; FORBIDDEN when the actor
 * may not touch the target.
 */
export async function lockAccounts(
  em: EntityManager,
  { actorId, targetId }: { actorId: number | null; targetId: string },
): Promise<LockedAccounts> {
  if (!isPublicId('usr', targetId)) throw notFound('User');
  // Not FOR UPDATE: rows that refer to an account may still be added.
  const locked = await em.execute<{ id: string; public_id: string; is_super: boolean }[]>(
    `select id, public_id, application_role = 'SUPER_ADMIN' and is_enabled as is_super from user_account
     where public_id = ? or id = ? or (application_role = 'SUPER_ADMIN' and is_enabled)
     order by id for no key update`,
    [targetId, actorId],
  );
  const found = locked.find((row) => row.public_id === targetId);
  if (!found) throw notFound('User');
  const target = await em.findOneOrFail(User, { id: Number(found.id) }, { refresh: true });
  const actor = actorId === null ? null : await em.findOneOrFail(User, { id: actorId }, { refresh: true });
  if (actor !== null) requirePower(actor, target);
  const supers = locked.filter((row) => row.is_super);
  return { target, actor, isLastSuperAdmin: supers.length === 1 && supers[0]?.public_id === targetId };
}

/** An ADMIN touches no SUPER_ADMIN; who was locked or demoted a moment ago touches nobody. */
function requirePower(actor: User, target: User): void {
  const { applicationRole: role, isEnabled } = actor;
  if (!isEnabled || (role !== 'SUPER_ADMIN' && role !== 'ADMIN')) {
    throw new DomainError('FORBIDDEN', 'You are no longer an administrator.');
  }
  if (role !== 'SUPER_ADMIN' && target.applicationRole === 'SUPER_ADMIN') {
    throw new DomainError('FORBIDDEN', 'Only a SUPER_ADMIN may change the account of a SUPER_ADMIN.');
  }
}
