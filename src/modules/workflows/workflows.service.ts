import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { GraphProblem } from '../../../workflows/graph/types.ts';
import { DomainError } from '../../errors.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import { User } from '../users/user.entity.ts';
import type { GraphCheck } from './graph-check.ts';
import { pathInBody, requireDraft, requireRunnable } from './graph-check.ts';
import { GraphVersion } from './graph-version.entity.ts';
import { getOwnedWorkflow, workflowNotFound } from './owned-workflow.ts';
import { Workflow, type WorkflowStatus } from './workflow.entity.ts';
import { toListItem, toRecord } from './workflow-record.ts';
import type { WorkflowListItem, WorkflowRecord } from './workflows.schemas.ts';

/** Members of a workflow that can be saved. `stepsJson` is the text as it was sent. */
export interface WorkflowChanges {
  name?: string | undefined;
  status?: WorkflowStatus | undefined;
  stepsJson?: string | undefined;
}

export interface WorkflowsDependencies {
  orm: MikroORM;
  storage: ObjectStorage;
  checkGraph: GraphCheck;
  /** Ends, in the engine, the runs of a workflow that is gone. */
  endForgotten: (engineWorkflowIds: readonly string[]) => void;
  logger: Logger;
  baseUrl: () => string;
  maxStepsBytes: number;
}

export type WorkflowsService = ReturnType<typeof createWorkflowsService>;

/** Validating a stored graph and saving its status are two steps; a save in between means looking again. */
const MAX_ATTEMPTS = 10;

/** Workflows of their owner. For every other account they do not exist. */
export function createWorkflowsService(dependencies: WorkflowsDependencies) {
  const { orm, storage, checkGraph, endForgotten, logger, baseUrl, maxStepsBytes } = dependencies;

  const record = async (em: EntityManager, workflow: Workflow): Promise<WorkflowRecord> => {
    const graph = await em.findOneOrFail(GraphVersion, {
      workflow: workflow.id,
      number: workflow.graphVersion,
    });
    return toRecord(workflow, graph.stepsJson, baseUrl());
  };

  /**
   * One attempt to save. Null when the graph that was validated is no longer the stored one.
   * Throws GRAPH_INVALID when the result would be an ACTIVE workflow on a graph with problems.
   */
  const save = async (ownerId: number, workflow: Workflow, changes: WorkflowChanges) => {
    const { name, status, stepsJson } = changes;
    const isJudged = stepsJson !== undefined || status === 'ACTIVE';
    const judged = isJudged ? (stepsJson ?? (await currentSteps(orm.em.fork(), workflow))) : null;
    const problems = judged === null ? [] : await checkGraph(judged, ownerId);
    return inTransaction(orm, async (em) => {
      const locked = await lock(em, workflow.id);
      if (stepsJson === undefined && status === 'ACTIVE' && locked.graphVersion !== workflow.graphVersion)
        return null;
      if ((status ?? locked.status) === 'ACTIVE') requireRunnable(problems);
      if (name !== undefined) locked.name = name;
      if (status !== undefined) Object.assign(locked, { status, errorMessage: null });
      if (stepsJson !== undefined) {
        locked.graphVersion += 1;
        createGraphVersion(em, { workflow: locked, ownerId, stepsJson });
      }
      await em.flush();
      return record(em, locked);
    });
  };

  return {
    /** The caller's workflows, newest first. */
    async list(ownerId: number): Promise<WorkflowListItem[]> {
      const workflows = await orm.em.fork().find(Workflow, { owner: ownerId }, { orderBy: { id: 'desc' } });
      return workflows.map(toListItem);
    },

    /** Throws NOT_FOUND. */
    async get(ownerId: number, publicId: string): Promise<WorkflowRecord> {
      const em = orm.em.fork();
      return record(em, await getOwnedWorkflow(em, ownerId, publicId));
    },

    /** A new workflow, DRAFT. Throws GRAPH_INVALID when `stepsJson` is not even of the outer shape. */
    async create(
      ownerId: number,
      { name, stepsJson }: { name: string; stepsJson: string },
    ): Promise<WorkflowRecord> {
      requireDraft(stepsJson, maxStepsBytes);
      return inTransaction(orm, async (em) => {
        const workflow = em.create(Workflow, {
          publicId: createPublicId('wrk'),
          owner: em.getReference(User, ownerId),
          name,
        });
        createGraphVersion(em, { workflow, ownerId, stepsJson });
        await em.flush();
        await em.refresh(workflow);
        return record(em, workflow);
      });
    },

    /** Saves any subset. Throws NOT_FOUND and GRAPH_INVALID. */
    async update(ownerId: number, publicId: string, changes: WorkflowChanges): Promise<WorkflowRecord> {
      if (changes.stepsJson !== undefined) requireDraft(changes.stepsJson, maxStepsBytes);
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const workflow = await getOwnedWorkflow(orm.em.fork(), ownerId, publicId);
        const saved = await save(ownerId, workflow, changes);
        if (saved !== null) return saved;
      }
      throw new DomainError('BUSY', 'The workflow keeps being changed by others; try again.');
    },

    /** Removes a workflow with its events, runs and documents. Throws NOT_FOUND. */
    async remove(ownerId: number, publicId: string): Promise<void> {
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, ownerId, publicId);
      const files = await em.execute<{ key: string }[]>(
        'select d.storage_key as key from document d join run r on r.id = d.run_id where r.workflow_id = ?',
        [workflow.id],
      );
      const open = await em.execute<{ id: string }[]>(
        'select engine_workflow_id as id from run where workflow_id = ? and ended_at is null',
        [workflow.id],
      );
      await em.nativeDelete(Workflow, { id: workflow.id });
      endForgotten(open.map(({ id }) => id));
      for (const { key } of files) {
        // The rows are gone, so nobody can reach the file any more; failing now would only confuse.
        await storage
          .delete(key)
          .catch((error) => logger.warn({ key, err: error }, 'a file was left behind'));
      }
    },

    /** What keeps a graph from running: the given one, else the stored one. Throws NOT_FOUND and GRAPH_INVALID. */
    async findProblems(ownerId: number, publicId: string, stepsJson?: string): Promise<GraphProblem[]> {
      if (stepsJson !== undefined) requireDraft(stepsJson, maxStepsBytes);
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, ownerId, publicId);
      const found = await checkGraph(stepsJson ?? (await currentSteps(em, workflow)), ownerId);
      return found.map((problem) => ({ ...problem, path: pathInBody(problem) }));
    },
  };
}

async function currentSteps(em: EntityManager, workflow: Workflow): Promise<string> {
  const graph = await em.findOneOrFail(GraphVersion, {
    workflow: workflow.id,
    number: workflow.graphVersion,
  });
  return graph.stepsJson;
}

/** One save after the other. `no key update`: events that arrive meanwhile need not wait. */
async function lock(em: EntityManager, id: number): Promise<Workflow> {
  await em.execute('select 1 from workflow where id = ? for no key update', [id]);
  const workflow = await em.findOne(Workflow, { id });
  if (workflow === null) throw workflowNotFound();
  return workflow;
}

function createGraphVersion(
  em: EntityManager,
  { workflow, ownerId, stepsJson }: { workflow: Workflow; ownerId: number; stepsJson: string },
): void {
  const createdBy = em.getReference(User, ownerId);
  em.create(GraphVersion, { workflow, number: workflow.graphVersion, stepsJson, createdBy });
}
