import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { GraphProblem } from '../../../workflows/graph/types.ts';
import { DomainError } from '../../errors.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import { requireEditor } from '../users/require-editor.ts';
import { User } from '../users/user.entity.ts';
import type { GraphCheck } from './graph-check.ts';
import { pathInBody, requireDraft, requireRunnable } from './graph-check.ts';
import { GraphVersion } from './graph-version.entity.ts';
import { getOwnedWorkflow, workflowNotFound } from './owned-workflow.ts';
import { Workflow, type WorkflowStatus } from './workflow.entity.ts';
import { toListItem, toRecord } from './workflow-record.ts';
import type { WorkflowListItem, WorkflowRecord } from './workflows.schemas.ts';

/** Members of a workflow that can be saved. `stepsJson` is the unchanged text. */
interface WorkflowChanges {
  name?: string | undefined;
  status?: WorkflowStatus | undefined;
  stepsJson?: string | undefined;
}

interface WorkflowsDependencies {
  orm: MikroORM;
  storage: ObjectStorage;
  checkGraph: GraphCheck;
  /** Cancels the runs of a deleted workflow in Temporal. */
  cancelDeletedRuns: (engineWorkflowIds: readonly string[]) => void;
  logger: Logger;
  baseUrl: () => string;
  maxStepsBytes: number;
}

export type WorkflowsService = ReturnType<typeof createWorkflowsService>;

/** A stored graph is validated before its status is saved; if it was saved in between, it is validated again. */
const MAX_ATTEMPTS = 10;

/** Workflows, for their owner. For all other accounts they do not exist. */
export function createWorkflowsService(dependencies: WorkflowsDependencies) {
  const { orm, storage, checkGraph, cancelDeletedRuns, logger, baseUrl, maxStepsBytes } = dependencies;

  const record = async (em: EntityManager, workflow: Workflow): Promise<WorkflowRecord> => {
    const graph = await em.findOneOrFail(GraphVersion, {
      workflow: workflow.id,
      number: workflow.graphVersion,
    });
    return toRecord(workflow, graph.stepsJson, baseUrl());
  };

  /**
   * One attempt to save. Null if the graph was saved after it was validated. Throws GRAPH_INVALID if an ACTIVE workflow
   * would have a graph that cannot run.
   */
  const save = async (ownerId: number, workflow: Workflow, changes: WorkflowChanges) => {
    const { name, status, stepsJson } = changes;
    const isChecked = stepsJson !== undefined || status === 'ACTIVE';
    const checked = isChecked ? (stepsJson ?? (await currentSteps(orm.em.fork(), workflow))) : null;
    const problems = checked === null ? [] : await checkGraph(checked, ownerId);
    return inTransaction(orm, async (em) => {
      await requireEditor(em, ownerId);
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

    /** A new workflow, DRAFT. Throws GRAPH_INVALID if `stepsJson` does not have the shape of a graph. */
    async create(
      ownerId: number,
      { name, stepsJson }: { name: string; stepsJson: string },
    ): Promise<WorkflowRecord> {
      requireDraft(stepsJson, maxStepsBytes);
      return inTransaction(orm, async (em) => {
        await requireEditor(em, ownerId);
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
      throw new DomainError('BUSY', 'The workflow is being changed by other requests. Try again.');
    },

    /** Deletes a workflow with its events, runs and documents. Throws NOT_FOUND. */
    async remove(ownerId: number, publicId: string): Promise<void> {
      const { files, open } = await inTransaction(orm, async (em) => {
        await requireEditor(em, ownerId);
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
        return { files, open };
      });
      cancelDeletedRuns(open.map(({ id }) => id));
      for (const { key } of files) {
        // The rows are deleted, so the file is unreachable; maintenance deletes it later.
        await storage
          .delete(key)
          .catch((error) =>
            logger.warn(
              { key, err: error },
              'the file of a deleted document could not be deleted; retrying later',
            ),
          );
      }
    },

    /** Problems of the given graph, else of the stored one. Throws NOT_FOUND and GRAPH_INVALID. */
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

/** Saves run one after the other. `no key update` does not block arriving events. */
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
