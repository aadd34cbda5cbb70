import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../../errors.ts';
import { createLimiter } from '../../../infra/limiter.ts';
import { isPublicId } from '../../../infra/public-id.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import { Event } from '../../webhooks/event.entity.ts';
import { type GraphCheck, requireDraft, requireRunnable } from '../../workflows/graph-check.ts';
import { getGraphVersion } from '../../workflows/graph-versions.ts';
import { getOwnedWorkflow } from '../../workflows/owned-workflow.ts';
import type { Workflow } from '../../workflows/workflow.entity.ts';
import { Run } from '../run.entity.ts';
import { compareFields, compareNodes } from './compare-runs.ts';
import type { Comparison, DryRunResult } from './dry-run.schemas.ts';
import type { DryRunner } from './dry-runner.ts';
import type { JudgePayload } from './judge-payload.ts';

interface DryRunsDependencies {
  orm: MikroORM;
  dryRun: DryRunner;
  checkGraph: GraphCheck;
  judgePayload: JudgePayload;
  maxStepsBytes: number;
}

/** A graph to run: a stored version, or a text that is not saved. */
interface Candidate {
  stepsJson: string;
  graphVersion: number | null;
}

/** Dry runs of one account at once, in this process. */
export const MAX_DRY_RUNS = 2;
/** The most fields in a comparison. */
const MAX_FIELDS = 1_000;

export type DryRunsService = ReturnType<typeof createDryRunsService>;

/** Dry runs of graphs: without documents, actions, mails and waits. */
export function createDryRunsService(deps: DryRunsDependencies) {
  const { orm, dryRun, checkGraph, judgePayload, maxStepsBytes } = deps;
  const slots = createLimiter({
    perOwner: MAX_DRY_RUNS,
    maxQueuePerOwner: 0,
    busy: () =>
      new DomainError(
        'BUSY',
        `This account already has ${MAX_DRY_RUNS} dry runs in progress. Try again when one has ended.`,
      ),
  });

  /** The graph sent, else the stored one; it must be able to run. Throws GRAPH_INVALID. */
  const getCandidate = async (
    em: EntityManager,
    { user, workflow, stepsJson }: { user: CurrentUser; workflow: Workflow; stepsJson: string | undefined },
  ): Promise<Candidate> => {
    if (stepsJson !== undefined) requireDraft(stepsJson, maxStepsBytes);
    const { graphVersion } = workflow;
    const candidate =
      stepsJson === undefined
        ? {
            graphVersion,
            stepsJson: (await getGraphVersion(em, { workflowId: workflow.id, number: graphVersion }))
              .stepsJson,
          }
        : { graphVersion: null, stepsJson };
    requireRunnable(await checkGraph(candidate.stepsJson, user.id));
    return candidate;
  };

  const run = (
    { stepsJson, graphVersion }: Candidate,
    { user, workflow, payload, at }: { user: CurrentUser; workflow: Workflow; payload: string; at: number },
  ) =>
    dryRun({
      owner: user,
      workflowId: workflow.publicId,
      stepsJson,
      payload,
      at,
      graphVersion: graphVersion ?? workflow.graphVersion,
    });

  return {
    /**
     * Runs a graph on a payload, else on that of the latest event. Throws NOT_FOUND, GRAPH_INVALID, UNAVAILABLE, and
     * VALIDATION_FAILED for a payload that the webhook would reject.
     */
    async test(
      user: CurrentUser,
      workflowId: string,
      given: { payload: string | undefined; stepsJson: string | undefined },
    ): Promise<DryRunResult> {
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, user.id, workflowId);
      const candidate = await getCandidate(em, { user, workflow, stepsJson: given.stepsJson });
      const payload = given.payload ?? (await getLatestPayload(em, workflow));
      return slots.run(user.publicId, async () => {
        await judgePayload({ ownerId: user.id, stepsJson: candidate.stepsJson, payload });
        const { documents: _documents, ...result } = await run(candidate, {
          user,
          workflow,
          payload,
          at: Date.now(),
        });
        return result;
      });
    },

    /**
     * Compares the version that ran last for an event with a draft. Both run again on the current templates, so that only
     * the graphs differ. The payload is not checked again, because the event was accepted.
     */
    async compare(
      user: CurrentUser,
      { workflowId, eventId }: { workflowId: string; eventId: string },
      stepsJson: string | undefined,
    ): Promise<Comparison> {
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, user.id, workflowId);
      const event = isPublicId('evt', eventId)
        ? await em.findOne(
            Event,
            { publicId: eventId, workflow: workflow.id },
            { populate: ['graphVersion'] },
          )
        : null;
      if (event === null) throw notFound('The event');
      const draft = await getCandidate(em, { user, workflow, stepsJson });
      const ran = await findRanVersion(em, event);
      return slots.run(user.publicId, async () => {
        const on = { user, workflow, payload: event.payload, at: Date.now() };
        const [one, other] = await Promise.all([ran, draft].map((candidate) => run(candidate, on)));
        if (one === undefined || other === undefined) throw new Error('A dry run returned nothing.');
        const nodes = compareNodes(one.nodes, other.nodes);
        const fields = compareFields(one.documents, other.documents);
        return {
          isSame: nodes.length === 0 && fields.length === 0 && one.status === other.status,
          ran: { graphVersion: ran.graphVersion, status: one.status, error: one.error },
          draft: { graphVersion: draft.graphVersion, status: other.status, error: other.error },
          nodes,
          fields: fields.slice(0, MAX_FIELDS),
        };
      });
    },
  };
}

/** The graph of the event's last run, or before its first run the one it was received with. */
async function findRanVersion(em: EntityManager, event: Event): Promise<Candidate> {
  const last = await em.findOne(
    Run,
    { event: event.id },
    { orderBy: { id: 'desc' }, populate: ['graphVersion'] },
  );
  const version = (last ?? event).graphVersion.getEntity();
  return { graphVersion: version.number, stepsJson: version.stepsJson };
}

async function getLatestPayload(em: EntityManager, workflow: Workflow): Promise<string> {
  const event = await em.findOne(Event, { workflow: workflow.id }, { orderBy: { id: 'desc' } });
  if (event !== null) return event.payload;
  const message = 'is required, because no event was received yet';
  throw new DomainError('VALIDATION_FAILED', `payload ${message}.`, {
    paths: [{ path: 'payload', message }],
  });
}
