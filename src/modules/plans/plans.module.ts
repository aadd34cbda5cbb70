import type { MikroORM } from '@mikro-orm/postgresql';
import type { ChangeAccount } from '../admin/change-account.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { createPlansService } from './plans.service.ts';

interface PlansDeps {
  orm: MikroORM;
  changeAccount: ChangeAccount;
  audit: AuditService;
  /** Called after a change, so that waiting runs can continue. */
  onChange: () => void;
}

/** The limits of accounts and organizations. */
export function createPlans(deps: PlansDeps) {
  return { plans: createPlansService(deps) };
}
