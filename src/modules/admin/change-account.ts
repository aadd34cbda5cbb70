import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { AuditAction, AuditChanges } from '../audit/audit-entry.entity.ts';
import type { Caller, Operator } from '../audit/caller.ts';
import { toUserRecord } from '../users/user-record.ts';
import type { UserRecord } from './admin-users.schemas.ts';
import { type LockedAccounts, lockAccounts } from './locked-accounts.ts';

/** A change of an account, for the audit trail; null if the account was already in the wanted state. */
export type AccountChange = { action: AuditAction; changes?: AuditChanges } | null;

export type ChangeAccount = ReturnType<typeof createChangeAccount>;

/** Changes an account on behalf of an administrator. All changes use it: on locked rows, with an entry in the audit trail. */
export function createChangeAccount({ orm, audit }: { orm: MikroORM; audit: AuditService }) {
  /**
   * Runs `change` and records it in one transaction, and returns the changed account. Throws NOT_FOUND, FORBIDDEN and the
   * errors of `change`.
   */
  return async function changeAccount(
    caller: Caller | Operator,
    targetId: string,
    change: (accounts: LockedAccounts, em: EntityManager) => AccountChange | Promise<AccountChange>,
  ): Promise<UserRecord> {
    return inTransaction(orm, async (em) => {
      const accounts = await lockAccounts(em, { actorId: caller.user.id, targetId });
      const { publicId, email: name } = accounts.target;
      const done = await change(accounts, em);
      if (done !== null) audit.record(em, caller, { ...done, target: { publicId, name } });
      await em.flush();
      return toUserRecord(accounts.target);
    });
  };
}
