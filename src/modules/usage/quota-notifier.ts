import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import { createLoop, type Loop } from '../../infra/loop.ts';
import type { Sql } from '../../infra/sql.ts';
import type { TemporalClient } from '../../infra/temporal/temporal-client.ts';
import { monthOf } from './months.ts';
import type { UsageService } from './usage.service.ts';

const EVERY_MS = 1_000;
/** A signalled run that still waits is signalled again. */
const AGAIN_MS = 30_000;
const BATCH = 100;

interface QuotaNotifierDependencies {
  sql: Sql;
  temporal: Pick<TemporalClient, 'signalQuotaAvailable'>;
  usage: Pick<UsageService, 'expire'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Signals runs that wait for quota when they may continue: after a higher limit, a new month, released actions or a change
 * of the payer. Any number of processes may do so.
 */
export function createQuotaNotifier(deps: QuotaNotifierDependencies): Loop {
  return createLoop(EVERY_MS, () => notifyRuns(deps), deps.logger);
}

/**
 * Signals as many runs as the quota allows, the longest waiting first, and those whose limit does not apply any more.
 * Returns whether more may be left.
 */
export async function notifyRuns({
  sql,
  temporal,
  usage,
  clock,
  logger,
}: QuotaNotifierDependencies): Promise<boolean> {
  await usage.expire();
  const now = clock.now();
  const again = new Date(now.getTime() - AGAIN_MS);
  const notified = await sql<{ engineWorkflowId: string }>(CLAIM, [monthOf(now), now, again, BATCH]);
  for (const engineWorkflowId of new Set(notified.map((run) => run.engineWorkflowId))) {
    await temporal.signalQuotaAvailable(engineWorkflowId).catch((error: unknown) => {
      logger.warn(
        { err: error, engineWorkflowId },
        'a run that waits for quota could not be signalled; retrying',
      );
    });
  }
  return notified.length === BATCH;
}

const CLAIM = {
  name: 'limit_wait_claim',
  text: `
    with quota as (
      select w.subject, p.action_limit - coalesce(c.charged + c.reserved, 0) as available
      from (select distinct subject from limit_wait) w
      left join plan p on p.subject = w.subject
      left join usage_counter c on c.subject = w.subject and c.month = $1
    ), ranked as (
      select w.id, row_number() over (partition by w.subject order by w.id) as position, quota.available
      from limit_wait w join quota on quota.subject = w.subject
      -- A run that was cancelled while it waited does not count.
      join run r on r.id = w.run_id and r.ended_at is null
    ), moved as (
      select w.id from limit_wait w
      join run on run.id = w.run_id
      join workflow f on f.id = run.workflow_id
      join user_account u on u.id = f.owner_id
      left join template t on t.public_id = w.template_public_id
      left join membership m on m.user_id = u.id and m.organization_id = t.organization_id
      left join organization o on o.id = m.organization_id
      where w.template_public_id is not null and (
        coalesce(o.public_id, u.public_id) <> w.subject or t.id is null or (t.owner_id <> u.id and m.id is null))
    ), due as (
      select r.id from ranked r join limit_wait w on w.id = r.id
      where (r.available is null or r.position <= r.available or r.id in (select id from moved)) and (w.woken_at is null or w.woken_at < $3::timestamptz)
      order by r.id limit $4::int
    )
    update limit_wait w set woken_at = $2::timestamptz
    from run r
    where w.id in (select id from due) and (w.woken_at is null or w.woken_at < $3::timestamptz)
      and r.id = w.run_id and r.ended_at is null
    returning r.engine_workflow_id as "engineWorkflowId"`,
};
