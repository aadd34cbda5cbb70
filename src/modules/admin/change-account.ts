import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { AuditAction, AuditChanges } from '../audit/audit-entry.entity.ts';
import type { Caller, Operator } from '../audit/caller.ts';
import { toUserRecord } from '../users/user-record.ts';
import type { UserRecord } from './admin-users.schemas.ts';
import { type LockedAccounts, lockAccounts } from './locked-accounts.ts';

/** What an action did to an account, for the trail; null when everything was so already. */
export type AccountChange = { action: AuditAction; changes?: AuditChanges } | null;

export type ChangeAccount = ReturnType<typeof createChangeAccount>;

/** The one way administrators change an account: judged on locked rows, and written down. */
export function createChangeAccount({ orm, audit }: { orm: MikroORM; audit: AuditService }) {
  /**
   * Does something to an account and adds its line to the trail, both or neither. Answers the record as it is then.
   * Throws NOT_FOUND, FORBIDDEN, and whatever the deed throws.
   */
  return async function act(
    caller: Caller | Operator,
    targetId: string,
    deed: (accounts: LockedAccounts, em: EntityManager) => AccountChange | Promise<AccountChange>,
  ): Promise<UserRecord> {
    return inTransaction(orm, async (em) => {
      const accounts = await lockAccounts(em, { actorId: caller.user.id, targetId });
      const { publicId, email: name } = accounts.target;
      const done = await deed(accounts, em);
      if (done !== null) audit.record(em, caller, { ...done, target: { publicId, name } });
      await em.flush();
      return toUserRecord(accounts.target);
    });
  };
}
