import { createPublicId, withKind } from '../../../src/infra/public-id.ts';
import type { TestApp } from '../app.ts';

/** A run to be: its status, and when it began. */
export interface InsertedRun {
  status: string;
  at?: string;
}

/** Events and runs all of one moment, as a burst makes them. Returns the run ids, oldest first. */
export async function insertRuns(
  { services }: TestApp,
  { workflowId, runs }: { workflowId: string; runs: readonly InsertedRun[] },
) {
  const ids = [];
  for (const { status, at = '2026-03-29T00:59:59Z' } of runs) {
    const eventId = createPublicId('evt');
    const runId = withKind('run', eventId);
    await services.orm.em.fork().execute(
      `with w as (select w.id, g.id as graph from workflow w
                  join graph_version g on g.workflow_id = w.id and g.number = w.graph_version
                  where w.public_id = ?),
       e as (insert into webhook_event (public_id, workflow_id, graph_version_id, payload, received_at)
             select ?, id, graph, '{"n":1.0}', ?::timestamptz from w
             returning id, workflow_id, graph_version_id, public_id, received_at)
       insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, status, started_at,
                        dispatch)
       select ?, id, workflow_id, graph_version_id, public_id, ?, received_at, 'STARTED' from e`,
      [workflowId, eventId, at, runId, status],
    );
    ids.push(runId);
  }
  return ids;
}
