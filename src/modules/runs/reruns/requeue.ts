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

/** Result of a requeue. `freed`: pending runs that start now instead of at their next attempt. `runs`: new runs. */
interface Requeued {
  freed: number;
  runs: number;
  /** Further events that match, beyond the limit. */
  left: number;
}

/**
 * Runs events by an operator's command, for example after a long outage. Events with a running run are left alone. New
 * runs go through the outbox, so each is started once.
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
     * Events of a workflow. Its pending runs start at once. With a `status`, events whose last run has it get a new run.
     * Throws NOT_FOUND, and GRAPH_INVALID when the current graph cannot run.
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
     * One event. A pending run starts at once, a running one is left alone, else the event gets a new run on the current
     * graph. Throws as `ofWorkflow`.
     */
    async ofEvent(operator: Operator, eventId: string): Promise<Requeued> {
      const em = orm.em.fork();
      const found = isPublicId('evt', eventId)
        ? await em.findOne(Event, { publicId: eventId }, { populate: ['workflow'] })
        : null;
      if (found === null) throw notFound('The event');
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

/** Ends leases too: if a process is just starting one of the runs, Temporal rejects the second start. */
const FREE_PENDING = {
  name: 'requeue_free',
  text: `
    with freed as (
      update run set leased_until = null, dispatch_attempts = 0, retry_at = null
      where workflow_id = $1::bigint and dispatch = 'PENDING'
        and ($2::text is null or event_id = (select id from webhook_event where public_id = $2))
      returning 1
    )
    select count(*)::int as count from freed`,
};
