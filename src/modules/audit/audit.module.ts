import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import { createAuditService } from './audit.service.ts';

/** The audit trail. */
export function createAudit(deps: { orm: MikroORM; clock: Clock }) {
  return { audit: createAuditService(deps) };
}
