import { LRUCache } from 'lru-cache';
import { inlinePayloadLimit } from '../../../../workflows/contracts/limits.ts';
import type { RunInput } from '../../../../workflows/contracts/run.ts';
import { parseJson } from '../../../../workflows/graph/json-text.ts';
import { parseDraft, templateIdsOf } from '../../../../workflows/validation/parse.ts';
import type { RunPlace } from '../../../infra/temporal/temporal-client.ts';
import type { OutboxRepository } from './outbox.repository.ts';

/** Everything that Temporal needs to start a run, and the trace that the run belongs to. */
interface RunStart {
  input: RunInput;
  place: RunPlace;
  traceparent: string | null;
}

/** Collects the input of a run: the pinned graph, the payload, and the template versions that are current now. */
interface RunInputs {
  /** Null when the run is deleted, started or ended. */
  find(runId: string): Promise<RunStart | null>;
}

interface GraphFacts {
  templateIds: string[];
  nodeCount: number;
}

export function createRunInputs(deps: {
  outbox: Pick<OutboxRepository, 'findPending' | 'findPins'>;
}): RunInputs {
  // Graph versions are immutable, so the facts of one never change.
  const graphs = new LRUCache<string, GraphFacts>({ max: 1_000 });

  const factsOf = (graphVersionId: string, stepsJson: string): GraphFacts => {
    const known = graphs.get(graphVersionId);
    if (known !== undefined) return known;
    const facts = readFacts(stepsJson);
    graphs.set(graphVersionId, facts);
    return facts;
  };

  return {
    async find(runId) {
      const run = await deps.outbox.findPending(runId);
      if (run === null) return null;
      const { templateIds, nodeCount } = factsOf(run.graphVersionId, run.stepsJson);
      const pins = templateIds.length === 0 ? [] : await deps.outbox.findPins(templateIds, run.ownerId);
      const versions = new Map(pins.map(({ templateId, versionId }) => [templateId, { versionId }]));
      const input: RunInput = {
        runId,
        eventId: run.eventId,
        workflowId: run.workflowId,
        accountId: run.accountId,
        graphVersion: run.graphVersion,
        stepsJson: run.stepsJson,
        payload: run.payload.length <= inlinePayloadLimit(nodeCount) ? run.payload : null,
        templatePins: Object.fromEntries(templateIds.map((id) => [id, versions.get(id) ?? null])),
        ...(run.kept !== null && { kept: run.kept }),
      };
      const place = { workflowId: run.engineWorkflowId, isBulk: run.isBulk };
      return { input, place, traceparent: run.traceparent };
    },
  };
}

/** A graph that cannot be parsed has no facts; its run fails and reports the error. */
function readFacts(stepsJson: string): GraphFacts {
  try {
    const draft = parseDraft(parseJson(stepsJson));
    return { templateIds: templateIdsOf(draft), nodeCount: Math.max(1, draft.nodes.length) };
  } catch {
    return { templateIds: [], nodeCount: 1 };
  }
}
