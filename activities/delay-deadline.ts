import type { RunDataStore } from '../src/modules/runs/run-data-store.ts';
import type { NodeInput } from '../workflows/contracts/node.ts';
import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  parseJson,
  printJson,
} from '../workflows/graph/json-text.ts';
import { limits } from '../workflows/graph/limits.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import { keyOf } from './node-io.ts';

const LONGEST_MS = limits.delayDays * 24 * 60 * 60 * 1000;

/**
 * Stores when a wait of so many seconds ends, once for the run and all its retries: a wait that begins again, after a
 * loss of Temporal's data or in a retry, ends at the same moment. Returns the output of the delayNode: the moment as
 * `until`, and `seconds` where the wait begins now. A dry run stores nothing. Throws NodeError for a moment too far away.
 */
export async function persistDeadline(
  node: NodeInput,
  output: JsonObject,
  runData: RunDataStore,
): Promise<JsonObject> {
  const now = node.dryRunAt ?? Date.now();
  if (typeof output.until === 'string' && Date.parse(output.until) - now > LONGEST_MS) {
    throw new NodeError(`The moment to wait for is more than ${limits.delayDays} days away.`);
  }
  const seconds = isRawNumber(output.seconds) ? Number(output.seconds.rawJSON) : output.seconds;
  if (typeof seconds !== 'number') return output;
  const deadline = { ...output, until: new Date(now + Math.ceil(seconds * 1000)).toISOString() };
  if (node.dryRun === true) return deadline;
  const { runId, nodeId, itemIndex } = keyOf(node);
  const stored = (await runData.getOutputs({ runId, nodeIds: [nodeId], itemIndex })).get(nodeId);
  const earlier = stored === undefined ? null : parseJson(stored);
  if (isJsonObject(earlier) && typeof earlier.until === 'string') return { until: earlier.until };
  await runData.save(keyOf(node), { input: null, output: printJson(deadline) });
  return deadline;
}
