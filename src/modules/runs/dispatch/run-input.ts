import { LRUCache } from 'lru-cache';
import { inlinePayloadLimit } from '../../../../workflows/contracts/limits.ts';
import type { RunInput } from '../../../../workflows/contracts/run.ts';
import { parseJson } from '../../../../workflows/graph/json-text.ts';
import { parseDraft, templateIdsOf } from '../../../../workflows/validation/parse.ts';
import type { DispatcherRepository } from './outbox.repository.ts';

/** What a run begins with, and the trace it belongs to. */
export interface OwedRun {
  input: RunInput;
  traceparent: string | null;
}

/** Puts together what a run begins with: the pinned graph, the payload, the template versions of this moment. */
export interface RunInputs {
  /** Of what is owed a run, by the id `findPending` takes. Null when it is gone or no longer owed one. */
  find(owed: string): Promise<OwedRun | null>;
}

interface GraphFacts {
  templateIds: string[];
  nodeCount: number;
}

export function createRunInputs(deps: {
  events: Pick<DispatcherRepository, 'findPending' | 'findPins'>;
  dataNodesAs: RunInput['dataNodesAs'];
}): RunInputs {
  // Graph versions are immutable, so what was read of one stays true.
  const graphs = new LRUCache<string, GraphFacts>({ max: 1_000 });

  const factsOf = (graphVersionId: string, stepsJson: string): GraphFacts => {
    const known = graphs.get(graphVersionId);
    if (known !== undefined) return known;
    const facts = readFacts(stepsJson);
    graphs.set(graphVersionId, facts);
    return facts;
  };

  return {
    async find(owed) {
      const event = await deps.events.findPending(owed);
      if (event === null) return null;
      const { templateIds, nodeCount } = factsOf(event.graphVersionId, event.stepsJson);
      const pins = templateIds.length === 0 ? [] : await deps.events.findPins(templateIds, event.ownerId);
      const versions = new Map(pins.map(({ templateId, versionId }) => [templateId, { versionId }]));
      const { runId, eventId, workflowId, accountId, graphVersion, stepsJson, payload, traceparent } = event;
      const input: RunInput = {
        ...{ runId, eventId, workflowId, accountId, graphVersion, stepsJson },
        payload: payload.length <= inlinePayloadLimit(nodeCount) ? payload : null,
        templatePins: Object.fromEntries(templateIds.map((id) => [id, versions.get(id) ?? null])),
        dataNodesAs: deps.dataNodesAs,
        stampsLocally: deps.dataNodesAs === 'local-activities',
        runsAhead: deps.dataNodesAs === 'local-activities',
      };
      return { input, traceparent };
    },
  };
}

/** Facts of a graph; one that cannot be read has none, and its run will say so. */
function readFacts(stepsJson: string): GraphFacts {
  try {
    const draft = parseDraft(parseJson(stepsJson));
    return { templateIds: templateIdsOf(draft), nodeCount: Math.max(1, draft.nodes.length) };
  } catch {
    return { templateIds: [], nodeCount: 1 };
  }
}
