import type { MikroORM } from '@mikro-orm/postgresql';
import { notFound } from '../../../errors.ts';
import { isPublicId } from '../../../infra/public-id.ts';
import type { Sql } from '../../../infra/sql.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Operator } from '../../audit/caller.ts';
import { Event } from '../../webhooks/event.entity.ts';
import { workflowNotFound } from '../../workflows/owned-workflow.ts';
import { Workflow } from '../../workflows/workflow.entity.ts';
import { Run } from '../run.entity.ts';
import type { BulkReplay } from './reruns.schemas.ts';
import type { RerunsService } from './reruns.service.ts';

/** What was put back: `freed` were owed a run and waited for their next try, `runs` got a new one. */
export interface Requeued {
  freed: number;
  runs: number;
  /** Events that also match and were beyond the limit. */
  left: number;
}

export type Requeue = ReturnType<typeof createRequeue>;

/**
 * Puts events back by hand, after an outage that outlasted the service's patience. The outbox's own rules hold: an
 * event whose run goes on is left alone, and each new run is started once, by whichever process finds it.
 */
export function createRequeue(deps: {
  orm: MikroORM;
  sql: Sql;
  reruns: Pick<RerunsService, 'replay' | 'replayMany'>;
  audit: AuditService;
}) {
  const { orm, sql, reruns, audit } = deps;

  const free = async (workflowId: number, eventId: string | null): Promise<number> => {
    const [row] = await sql<{ count: number }>(FREE_PENDING, [workflowId, eventId]);
    return row?.count ?? 0;
  };

  const note = async (operator: Operator, workflow: Workflow, requeued: Requeued) => {
    const em = orm.em.fork();
    const count = requeued.freed + requeued.runs;
    const target = { publicId: workflow.publicId, name: workflow.name.slice(0, 254) };
    audit.record(em, operator, {
      action: 'EVENTS_REQUEUED',
      target,
      changes: { events: { from: 0, to: count } },
    });
    await em.flush();
  };

  return {
    /**
     * Events of a workflow. Those that wait for their next try are tried at once; with a `status`, those whose last run
     * ended so get a new one. Throws NOT_FOUND, and GRAPH_INVALID when the current graph cannot run.
     */
    async ofWorkflow(
      operator: Operator,
      workflowId: string,
      { status, ...selection }: BulkReplay,
    ): Promise<Requeued> {
      const found = isPublicId('wrk', workflowId)
        ? await orm.em.fork().findOne(Workflow, { publicId: workflowId })
        : null;
      if (found === null) throw workflowNotFound();
      const freed = await free(found.id, null);
      const { runs, left } =
        status === undefined
          ? { runs: 0, left: 0 }
          : await reruns.replayMany({ ownerId: found.owner.id, workflowId }, { ...selection, status });
      await note(operator, found, { freed, runs, left });
      return { freed, runs, left };
    },

    /**
     * One event: tried at once if it is owed a run, left alone while one goes on, else run anew on the current graph.
     * Throws as `ofWorkflow`.
     */
    async ofEvent(operator: Operator, eventId: string): Promise<Requeued> {
      const em = orm.em.fork();
      const found = isPublicId('evt', eventId)
        ? await em.findOne(Event, { publicId: eventId }, { populate: ['workflow'] })
        : null;
      if (found === null) throw notFound('The event was');
      const workflow = found.workflow.getEntity();
      const freed = await free(workflow.id, eventId);
      const isRunning = (await em.count(Run, { event: found, endedAt: null })) > 0;
      if (!isRunning) {
        const request = { ownerId: workflow.owner.id, workflowId: workflow.publicId, key: null };
        await reruns.replay(request, { eventId });
      }
      const requeued = { freed, runs: isRunning ? 0 : 1, left: 0 };
      await note(operator, workflow, requeued);
      return requeued;
    },
  };
}

/** The lease of a process that is just starting the run is taken too: the engine takes each id once. */
const FREE_PENDING = {
  name: 'requeue_free',
  text: `
    with events as (
      update webhook_event set leased_until = null, dispatch_attempts = 0
      where workflow_id = $1::bigint and dispatch = 'PENDING' and ($2::text is null or public_id = $2)
      returning 1
    ), runs as (
      update run set leased_until = null, dispatch_attempts = 0
      where workflow_id = $1::bigint and dispatch = 'PENDING' and ended_at is null
        and ($2::text is null or event_id = (select id from webhook_event where public_id = $2))
      returning 1
    )
    select ((select count(*) from events) + (select count(*) from runs))::int as count`,
};
