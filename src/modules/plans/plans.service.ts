import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { ChangeAccount } from '../admin/change-account.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { AuditChanges } from '../audit/audit-entry.entity.ts';
import type { Caller } from '../audit/caller.ts';
import { getOrganizationAccess } from '../organizations/organization-access.ts';
import { Plan } from './plan.entity.ts';
import { type PlanRecord, toPlanRecord } from './plan-record.ts';
import type { OrganizationWithPlan, PlanChange, UserWithPlan } from './plans.schemas.ts';

export type PlansService = ReturnType<typeof createPlansService>;

/** Limits of accounts and organizations, set by administrators. */
export function createPlansService({
  orm,
  changeAccount,
  audit,
  onChange,
}: {
  orm: MikroORM;
  changeAccount: ChangeAccount;
  audit: AuditService;
  /** Called after a change, so that waiting runs can continue. */
  onChange: () => void;
}) {
  return {
    /** Sets limits of an account. Throws NOT_FOUND, and FORBIDDEN for an ADMIN who changes a SUPER_ADMIN. */
    async changeOfUser(caller: Caller, publicId: string, change: PlanChange): Promise<UserWithPlan> {
      let plan: PlanRecord | undefined;
      const record = await changeAccount(caller, publicId, async (_accounts, em) => {
        const applied = await applyChange(em, publicId, change);
        plan = applied.plan;
        return applied.changes === null ? null : { action: 'USER_PLAN_CHANGED', changes: applied.changes };
      });
      if (plan === undefined) throw new Error('The change of the plan did not run.');
      onChange();
      return { ...record, plan };
    },

    /** Sets limits of an organization. Throws NOT_FOUND. */
    async changeOfOrganization(
      caller: Caller,
      publicId: string,
      change: PlanChange,
    ): Promise<OrganizationWithPlan> {
      const changed = await inTransaction(orm, async (em) => {
        const access = await getOrganizationAccess(em, { userId: caller.user.id, publicId, lock: true });
        if (!access.isAdministrator) {
          throw new DomainError('FORBIDDEN', 'You are no longer an administrator.');
        }
        const { name } = access.organization;
        const { plan, changes } = await applyChange(em, publicId, change);
        if (changes !== null) {
          audit.record(em, caller, {
            action: 'ORGANIZATION_PLAN_CHANGED',
            target: { publicId, name },
            changes,
          });
        }
        await em.flush();
        return { publicId, name, plan };
      });
      onChange();
      return changed;
    },
  };
}

const members = ['nickname', 'actionLimit', 'requestsPerMinute', 'mailsPerDay'] as const;

/** Applies a change; the transaction must have locked the subject. `changes` is null if nothing changed. */
async function applyChange(
  em: EntityManager,
  subject: string,
  change: PlanChange,
): Promise<{ plan: PlanRecord; changes: AuditChanges | null }> {
  const before = await em.findOne(Plan, { subject });
  const plan = before ?? em.create(Plan, { publicId: createPublicId('sub'), subject });
  const changes: AuditChanges = {};
  for (const member of members) {
    const from = plan[member] ?? null;
    const to = change[member];
    if (to === undefined || to === from) continue;
    changes[member] = { from, to };
    em.assign(plan, { [member]: to });
  }
  await em.flush();
  const isSame = before !== null && Object.keys(changes).length === 0;
  return { plan: toPlanRecord(plan), changes: isSame ? null : changes };
}
