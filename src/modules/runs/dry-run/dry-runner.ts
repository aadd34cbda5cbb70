import { inlinePayloadLimit } from '../../../../workflows/contracts/limits.ts';
import type { NodeState } from '../../../../workflows/contracts/node.ts';
import { parseJson } from '../../../../workflows/graph/json-text.ts';
import { parseDraft, templateIdsOf } from '../../../../workflows/validation/parse.ts';
import { DomainError } from '../../../errors.ts';
import { createPublicId } from '../../../infra/public-id.ts';
import { isTemporalUnreachable, type TemporalClient } from '../../../infra/temporal/temporal-client.ts';
import type { OutboxRepository } from '../dispatch/outbox.repository.ts';
import { describeNodes, type StoredNode } from '../run-nodes.ts';
import type { DryRunResult } from './dry-run.schemas.ts';
import { type DryDocument, type DryRunRow, type DryRunTexts, dryRunId } from './dry-run-texts.ts';

/** The graph and the payload to run, as their owner. Both texts are JSON. */
interface DryRunRequest {
  owner: { id: number; publicId: string };
  workflowId: string;
  graphVersion: number;
  stepsJson: string;
  payload: string;
  /** The time of the dry run, in milliseconds since 1970. */
  at: number;
}

/** How a dry run ended, and the field values of its documents. */
interface DryRun extends DryRunResult {
  documents: DryDocument[];
}

/**
 * Runs a graph on Temporal and saves nothing of it: no document, no action, no mail, no wait.
 * Throws UNAVAILABLE when Temporal or its workers do not respond in time.
 */
export type DryRunner = (request: DryRunRequest) => Promise<DryRun>;

const WITHIN_MS = 30_000;

export function createDryRunner(deps: {
  temporal: Pick<TemporalClient, 'dryRun'>;
  outbox: Pick<OutboxRepository, 'findPins'>;
  texts: DryRunTexts;
}): DryRunner {
  const { temporal, outbox, texts } = deps;

  const inputOf = async (runId: string, request: DryRunRequest) => {
    const { owner, workflowId, graphVersion, stepsJson, payload, at } = request;
    const draft = parseDraft(parseJson(stepsJson));
    const ids = templateIdsOf(draft);
    const pins = ids.length === 0 ? [] : await outbox.findPins(ids, String(owner.id));
    const versions = new Map(pins.map(({ templateId, versionId }) => [templateId, { versionId }]));
    const limit = inlinePayloadLimit(Math.max(1, draft.nodes.length));
    return {
      runId,
      eventId: runId,
      workflowId,
      accountId: owner.publicId,
      graphVersion,
      stepsJson,
      payload: payload.length <= limit ? payload : null,
      dryRun: true,
      dryRunAt: at,
      templatePins: Object.fromEntries(ids.map((id) => [id, versions.get(id) ?? null])),
    };
  };

  return async (request) => {
    const runId = dryRunId(createPublicId('run'));
    const { stepsJson, payload } = request;
    await texts.open(runId, { graph: stepsJson, payload });
    try {
      const outcome = await temporal
        .dryRun(await inputOf(runId, request), WITHIN_MS)
        .catch((cause: unknown) => {
          throw isTemporalUnreachable(cause)
            ? away('The workflow engine does not respond; try again.', cause)
            : cause;
        });
      if (outcome === null) throw away('The dry run did not finish within 30 seconds; try again.');
      const stored = toStored(outcome.nodes, await texts.findAll(runId), payload);
      const nodes = describeNodes({ stepsJson, stored, live: outcome.nodes });
      const documents = await texts.findDocuments(runId);
      return { status: outcome.status, error: outcome.error, nodes, documents };
    } finally {
      await texts.close(runId);
    }
  };
}

/** The saved texts as rows of a real run's nodes; the trigger's output is the payload. */
function toStored(nodes: readonly NodeState[], rows: readonly DryRunRow[], payload: string): StoredNode[] {
  const saved = new Map(rows.map((row) => [row.nodeId, row]));
  return nodes.map(({ id: nodeId, type, status, attempts, error }) => ({
    nodeId,
    type,
    status,
    attempts,
    error,
    startedAt: null,
    endedAt: null,
    items: null,
    input: saved.get(nodeId)?.input ?? null,
    output: type === 'webhookTrigger' ? payload : (saved.get(nodeId)?.output ?? null),
  }));
}

function away(detail: string, cause?: unknown): DomainError {
  return new DomainError('UNAVAILABLE', detail, { cause });
}
