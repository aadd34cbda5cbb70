import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { Metrics } from '../../infra/metrics/metrics.ts';
import { tap } from '../../infra/metrics/tap.ts';
import type { Sql } from '../../infra/sql.ts';
import { createUsageService, type UsageRecord } from './usage.service.ts';
import { createUsageReports } from './usage-report.service.ts';

interface UsageDeps {
  orm: MikroORM;
  sql: Sql;
  clock: Clock;
  metrics: Metrics;
  /** See WORKFLOW_MAILS_PER_DAY. */
  mailsPerDay: number;
}

/** The counts of stamped PDFs, their limits, and the reports about them. */
export function createUsage({ orm, sql, clock, metrics, mailsPerDay }: UsageDeps) {
  const service = createUsageService({ sql, clock });
  const countBulk = (isNew: boolean, { actions }: UsageRecord) => {
    if (isNew) metrics.documents.inc({ kind: 'bulk' }, actions);
  };
  const usage = { ...service, record: tap(service.record, countBulk) };
  return { usage, usageReports: createUsageReports({ orm, sql, clock, usage, mailsPerDay }) };
}
