import type { FilterQuery, MikroORM } from '@mikro-orm/postgresql';
import type { NodeState } from '../../../workflows/contracts/node.ts';
import { notFound } from '../../errors.ts';
import { toPage } from '../../http/pagination.ts';
import { parseTimeRange } from '../../http/time-range.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import { isPublicId } from '../../infra/public-id.ts';
import type { CachedCounts } from '../workflows/cached-counts/cached-counts.ts';
import { getOwnedWorkflow } from '../workflows/owned-workflow.ts';
import { getOwnedRun } from './owned-run.ts';
import { Run } from './run.entity.ts';
import { describeNodes } from './run-nodes.ts';
import type { RunRecords } from './run-records.ts';
import type { RunDetail, RunItem, RunNodeItem, RunPage, RunQuery } from './runs.schemas.ts';

/** Temporal's UI; `uiUrl` undefined if there is none. */
interface TemporalUi {
  uiUrl: string | undefined;
  namespace: string;
}

interface RunsDependencies {
  orm: MikroORM;
  counts: CachedCounts;
  records: RunRecords;
  temporalUi: TemporalUi;
  /** State of a running run's nodes in Temporal; null if it does not respond soon. */
  findLiveNodes: (engineWorkflowId: string) => Promise<readonly NodeState[] | null>;
}

export type RunsService = ReturnType<typeof createRunsService>;

/** Runs of a workflow, for its owner. */
export function createRunsService({ orm, counts, records, temporalUi, findLiveNodes }: RunsDependencies) {
  const toItem = (run: Run, workflowId: string): RunItem => ({
    runId: run.publicId,
    eventId: run.event.getEntity().publicId,
    workflowId,
    graphVersion: run.graphVersion.getEntity().number,
    status: run.status,
    kind: run.kind,
    sourceRunId: run.sourceRun?.getEntity().publicId ?? null,
    startedAt: formatTimestamp(run.startedAt),
    endedAt: run.endedAt ? formatTimestamp(run.endedAt) : null,
    error: run.error ?? null,
    engineUrl: engineUrl(temporalUi, run),
  });

  return {
    /** A page of runs, newest first. Throws NOT_FOUND and VALIDATION_FAILED. */
    async list(ownerId: number, workflowPublicId: string, query: RunQuery): Promise<RunPage> {
      const { from, before } = parseTimeRange(query);
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, ownerId, workflowPublicId);
      const where: FilterQuery<Run> = {
        workflow: workflow.id,
        ...(query.status !== undefined && { status: query.status }),
        ...(query.eventId !== undefined && { event: { publicId: { $in: idsOf(query.eventId) } } }),
        startedAt: { ...(from !== null && { $gte: from }), ...(before !== null && { $lt: before }) },
      };
      const isOfAll = query.eventId === undefined && from === null && before === null;
      // The count needs none of the joins of the page; with them it would take far longer.
      const [runs, total] = await Promise.all([
        em.find(Run, where, {
          populate: ['event.publicId', 'graphVersion.number', 'sourceRun.publicId'],
          fields: ['*', 'event.publicId', 'graphVersion.number', 'sourceRun.publicId'],
          // A join would also read the runs of the pages before.
          strategy: 'select-in',
          orderBy: { id: 'desc' },
          limit: query.size,
          offset: query.page * query.size,
        }),
        isOfAll ? counts.runs(workflow.id, query.status ?? null) : em.count(Run, where),
      ]);
      return toPage(
        runs.map((run) => toItem(run as Run, workflowPublicId)),
        total,
        query,
      );
    },

    /** One run, node by node. Throws NOT_FOUND. */
    async get(ownerId: number, workflowPublicId: string, runPublicId: string): Promise<RunDetail> {
      const em = orm.em.fork();
      const run = await getOwnedRun(em, await getOwnedWorkflow(em, ownerId, workflowPublicId), runPublicId);
      const live = run.endedAt ? null : await findLiveNodes(run.engineWorkflowId);
      const [stored, failedItems, documents] = await Promise.all([
        records.findNodes(run.id),
        records.findFailedItems(run.id),
        records.findDocuments(run.id),
      ]);
      const { stepsJson } = run.graphVersion.getEntity();
      return {
        ...toItem(run, workflowPublicId),
        documents,
        nodes: describeNodes({ stepsJson, stored, live, failedItems }),
      };
    },

    /** One node with its whole input and output. Throws NOT_FOUND. */
    async getNode(
      ownerId: number,
      { workflowId, runId, nodeId }: { workflowId: string; runId: string; nodeId: string },
    ): Promise<RunNodeItem> {
      const em = orm.em.fork();
      const run = await getOwnedRun(em, await getOwnedWorkflow(em, ownerId, workflowId), runId);
      const live = run.endedAt ? null : await findLiveNodes(run.engineWorkflowId);
      const [stored, failedItems] = await Promise.all([
        records.findNodes(run.id, nodeId),
        records.findFailedItems(run.id),
      ]);
      const { stepsJson } = run.graphVersion.getEntity();
      const found = describeNodes({ stepsJson, stored, live, failedItems }).find(({ id }) => id === nodeId);
      if (found === undefined) throw notFound('The node');
      return found;
    },
  };
}

/** A text that is not an id, for example with U+0000, is not looked up. */
function idsOf(eventId: string): string[] {
  return isPublicId('evt', eventId) ? [eventId] : [];
}

/** The address of a run in Temporal's UI. Without the run id, the UI shows the latest run of the workflow id. */
function engineUrl({ uiUrl, namespace }: TemporalUi, run: Run): string | null {
  if (uiUrl === undefined) return null;
  const workflow = `${uiUrl.replace(/\/$/, '')}/namespaces/${namespace}/workflows/${run.engineWorkflowId}`;
  return run.engineRunId ? `${workflow}/${run.engineRunId}/history` : workflow;
}
