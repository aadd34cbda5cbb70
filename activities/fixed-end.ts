import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { NodeCall } from '../workflows/contracts/node.ts';
import {
  isJsonObject,
  isRawNumber,
  type JsonValue,
  parseJson,
  printJson,
} from '../workflows/graph/json-text.ts';
import { keyOf } from './scope.ts';

/**
 * Fixes when a wait of so many seconds ends, once for the run and all its retries: whoever begins the wait again, after
 * a loss of the engine's data or in a retry, waits for the same moment. Answers the output of the delayNode: the moment
 * as `until`, and `seconds` where the wait begins now. A dry run keeps nothing.
 */
export async function fixEnd(call: NodeCall, output: JsonValue, texts: RunTexts): Promise<JsonValue> {
  if (!isJsonObject(output)) return output;
  const seconds = isRawNumber(output.seconds) ? Number(output.seconds.rawJSON) : output.seconds;
  if (typeof seconds !== 'number') return output;
  const endFrom = (now: number) => new Date(now + Math.ceil(seconds * 1000)).toISOString();
  if (call.dryRun === true) return { ...output, until: endFrom(call.dryRunAt ?? Date.now()) };
  const { runId, nodeId, itemIndex } = keyOf(call);
  const known = (await texts.getOutputs({ runId, nodeIds: [nodeId], itemIndex })).get(nodeId);
  const earlier = known === undefined ? null : parseJson(known);
  if (isJsonObject(earlier) && typeof earlier.until === 'string') return { until: earlier.until };
  const fixed = { ...output, until: endFrom(Date.now()) };
  await texts.keep(keyOf(call), { input: null, output: printJson(fixed) });
  return fixed;
}
