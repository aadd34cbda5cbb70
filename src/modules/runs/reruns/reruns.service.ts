import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { findLoops } from '../../../../workflows/graph/loops.ts';
import { isNodeType, isPureNodeType } from '../../../../workflows/nodes/index.ts';
import { parseGraph } from '../../../../workflows/validation/parse.ts';
import { DomainError, notFound } from '../../../errors.ts';
import { parseTimeRange } from '../../../http/time-range.ts';
import { createOrderedPublicId, isPublicId } from '../../../infra/public-id.ts';
import { sqlWithin } from '../../../infra/sql.ts';
import { inTransaction } from '../../../infra/transaction.ts';
import { Event } from '../../webhooks/event.entity.ts';
import { type GraphCheck, requireRunnable } from '../../workflows/graph-check.ts';
import { getGraphVersion } from '../../workflows/graph-versions.ts';
import { getOwnedWorkflow } from '../../workflows/owned-workflow.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { getOwnedRun } from '../owned-run.ts';
import { Run } from '../run.entity.ts';
import { RunNode } from '../run-node.entity.ts';
import type { RerunRepository } from './rerun.repository.ts';
import type { BulkReplay, BulkReplayResult, Started } from './reruns.schemas.ts';

interface RerunsDependencies {
  orm: MikroORM;
  reruns: RerunRepository;
  dispatch: Dispatcher['dispatch'];
  /** Starts bulk replays without waiting for the sweeper's next round. */
  sweepNow: () => void;
  checkGraph: GraphCheck;
}

/** A request for a run of a workflow. `key`: a repeated request with it gets the same run. */
interface RerunRequest {
  ownerId: number;
  workflowId: string;
  key: string | null;
}

export type RerunsService = ReturnType<typeof createRerunsService>;

/** Replays and retries of stored events. They do not change earlier runs. */
export function createRerunsService({ orm, reruns, dispatch, sweepNow, checkGraph }: RerunsDependencies) {
  /** The version to run. Throws VALIDATION_FAILED, and GRAPH_INVALID if it cannot run. */
  const getRunnable = async (em: EntityManager, workflowId: number, ownerId: number, number?: number) => {
    const version = await getGraphVersion(em, { workflowId, number });
    requireRunnable(await checkGraph(version.stepsJson, ownerId));
    return version;
  };

  return {
    /** A new run of a stored event, on the current graph or a named version of it. Throws also NOT_FOUND. */
    async replay(
      { ownerId, workflowId, key }: RerunRequest,
      { eventId, graphVersion }: { eventId: string; graphVersion?: number | undefined },
    ): Promise<Started> {
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, ownerId, workflowId);
      const event = isPublicId('evt', eventId)
        ? await em.findOne(Event, { publicId: eventId, workflow: workflow.id }, { fields: ['publicId'] })
        : null;
      if (event === null) throw notFound('The event');
      const version = await getRunnable(em, workflow.id, ownerId, graphVersion ?? workflow.graphVersion);
      const runId = await reruns.insert({
        eventId,
        runId: createOrderedPublicId('run'),
        graphVersionId: version.id,
        key: key === null ? null : `REPLAY:${key}`,
        retried: null,
      });
      dispatch(runId, String(ownerId));
      return { runId };
    },

    /**
     * A new run that continues a failed or cancelled one: same graph version, current templates, completed nodes are
     * reused. While a retry of the same run is in progress, that one is returned. Throws NOT_FOUND and RUN_NOT_FAILED.
     */
    async retry({ ownerId, workflowId, key }: RerunRequest, failedRunId: string): Promise<Started> {
      const { runId, isNew } = await inTransaction(orm, async (em) => {
        const workflow = await getOwnedWorkflow(em, ownerId, workflowId);
        const run = await getOwnedRun(em, workflow, failedRunId);
        if (run.status !== 'FAILED' && run.status !== 'CANCELLED') throw notFailed(run);
        // One retry at a time: two clicks start one run.
        await em.execute('select 1 from run where id = ? for no key update', [run.id]);
        const inProgress = await em.findOne(Run, { sourceRun: run.id, kind: 'RETRY', endedAt: null });
        if (inProgress !== null) return { runId: inProgress.publicId, isNew: false };
        return {
          runId: await insertRetry(em, run, key),
          isNew: true,
        };
      });
      if (isNew) dispatch(runId, String(ownerId));
      return { runId };
    },

    /**
     * New runs of many events, the oldest first; a few run at a time, after all other runs. Events with an unfinished run
     * are skipped. Throws as `replay`.
     */
    async replayMany(
      { ownerId, workflowId }: Omit<RerunRequest, 'key'>,
      { graphVersion, status, limit, ...range }: BulkReplay,
    ): Promise<BulkReplayResult> {
      const { from, before } = parseTimeRange(range);
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, ownerId, workflowId);
      const version = await getRunnable(em, workflow.id, ownerId, graphVersion ?? workflow.graphVersion);
      const wanted = { workflowId: workflow.id, graphVersionId: version.id, from, before, limit };
      const { runIds, left } = await inTransaction(orm, async (locking) => {
        // Requests run one after the other: the second must see the runs of the first, or it would replay the same events.
        await locking.execute('select 1 from workflow where id = ? for no key update', [workflow.id]);
        return reruns.insertBulk({ ...wanted, status: status ?? null }, sqlWithin(locking));
      });
      sweepNow();
      return { runs: runIds.length, left, runIds };
    },
  };

  /** Reuses completed nodes with a side effect, except those that run for each item of a loop. */
  async function insertRetry(em: EntityManager, run: Run, key: string | null): Promise<string> {
    const { id: graphVersionId, stepsJson } = run.graphVersion.getEntity();
    const done = await em.find(
      RunNode,
      { run: run.id, status: 'COMPLETED', itemIndex: -1 },
      { fields: ['nodeId', 'type'] },
    );
    const inLoops = done.length === 0 ? new Map() : findLoops(parseGraph(stepsJson));
    const kept = done
      .filter(({ nodeId, type }) => !inLoops.has(nodeId) && isNodeType(type) && !isPureNodeType(type))
      .filter(({ type }) => type !== 'webhookTrigger')
      .map(({ nodeId }) => nodeId);
    const row = {
      eventId: run.event.getEntity().publicId,
      runId: createOrderedPublicId('run'),
      graphVersionId,
      key: key === null ? null : `RETRY:${run.publicId}:${key}`,
      retried: { runId: run.id, kept },
    };
    return reruns.insert(row, sqlWithin(em));
  }
}

function notFailed({ status }: Run): DomainError {
  const advice =
    status === 'COMPLETED' ? 'Replay its event instead.' : 'Wait for its end, or cancel it first.';
  return new DomainError('RUN_NOT_FAILED', `The run is ${status}. ${advice}`);
}
