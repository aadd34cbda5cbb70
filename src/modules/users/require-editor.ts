import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import type { ApplicationRole } from './user.entity.ts';

/**
 * Locks the account until the transaction ends, so that an administrator cannot lock or demote it before the change is
 * committed. The request may have waited since its account was read. Throws UNAUTHENTICATED for a locked account.
 */
export async function lockEnabledAccount(
  em: EntityManager,
  userId: number,
  lock: 'share' | 'no key update' = 'share',
): Promise<ApplicationRole> {
  const [account] = await em.execute<{ role: ApplicationRole }[]>(
    `select application_role as role from user_account where id = ? and is_enabled for ${lock}`,
    [userId],
  );
  if (account) return account.role;
  throw new DomainError(
    'UNAUTHENTICATED',
    'Your account has been locked. Ask an administrator to unlock it.',
  );
}

/** The same for a change that a GUEST may not make. Throws also FORBIDDEN. */
export async function requireEditor(em: EntityManager, userId: number): Promise<void> {
  const role = await lockEnabledAccount(em, userId);
  if (role === 'GUEST') throw new DomainError('FORBIDDEN', 'Your role GUEST does not allow this.');
}
