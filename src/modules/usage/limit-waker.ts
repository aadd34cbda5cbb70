import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import { createLoop, type Loop } from '../../infra/loop.ts';
import type { Sql } from '../../infra/sql.ts';
import type { Engine } from '../../infra/temporal/engine.ts';
import { monthOf } from './months.ts';
import type { UsageService } from './usage.service.ts';

const EVERY_MS = 1_000;
/** A run that was told and has not been heard of since is told again. */
const AGAIN_MS = 30_000;
const BATCH = 100;

export interface LimitWakerDependencies {
  sql: Sql;
  engine: Pick<Engine, 'tellRoom'>;
  usage: Pick<UsageService, 'expire'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Looks every second whether runs that wait under an action limit may go on, whatever made it so: a higher limit, a
 * new month, actions given back, or another who pays. Any number of processes may.
 */
export function createLimitWaker(deps: LimitWakerDependencies): Loop {
  return createLoop(EVERY_MS, () => wakeRuns(deps), deps.logger);
}

/**
 * Tells as many runs as there is room for, the longest waiting first, and those that wait for a limit that is not theirs
 * any more. Answers whether there may be more.
 */
export async function wakeRuns({
  sql,
  engine,
  usage,
  clock,
  logger,
}: LimitWakerDependencies): Promise<boolean> {
  await usage.expire();
  const now = clock.now();
  const again = new Date(now.getTime() - AGAIN_MS);
  const woken = await sql<{ engineWorkflowId: string }>(CLAIM, [monthOf(now), now, again, BATCH]);
  for (const engineWorkflowId of new Set(woken.map((run) => run.engineWorkflowId))) {
    await engine.tellRoom(engineWorkflowId).catch((error: unknown) => {
      logger.warn({ err: error, engineWorkflowId }, 'a run that waits for actions could not be told of room');
    });
  }
  return woken.length === BATCH;
}

const CLAIM = {
  name: 'limit_wait_claim',
  text: `
    with room as (
      select w.subject, p.action_limit - coalesce(c.charged + c.reserved, 0) as room
      from (select distinct subject from limit_wait) w
      left join plan p on p.subject = w.subject
      left join usage_counter c on c.subject = w.subject and c.month = $1
    ), ranked as (
      select w.id, row_number() over (partition by w.subject order by w.id) as place, room.room
      from limit_wait w join room on room.subject = w.subject
      -- One that was cancelled while it waited takes nobody's place.
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
      where (r.room is null or r.place <= r.room or r.id in (select id from moved)) and (w.woken_at is null or w.woken_at < $3::timestamptz)
      order by r.id limit $4::int
    )
    update limit_wait w set woken_at = $2::timestamptz
    from run r
    where w.id in (select id from due) and (w.woken_at is null or w.woken_at < $3::timestamptz)
      and r.id = w.run_id and r.ended_at is null
    returning r.engine_workflow_id as "engineWorkflowId"`,
};
