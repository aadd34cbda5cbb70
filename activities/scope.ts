import type { NodeKey, RunTexts } from '../src/modules/runs/run-texts.ts';
import type { NodeCall, NodeResultText } from '../workflows/contracts.ts';
import { buildScope, type Layer } from '../workflows/graph/event-context.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
} from '../workflows/graph/json-text.ts';
import { limits } from '../workflows/graph/limits.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import type { NodeResult } from '../workflows/nodes/node.ts';

/** The node's data, and what the node can read; texts that did not travel are fetched. */
export async function readCall(
  call: NodeCall,
  texts: RunTexts,
): Promise<{ data: JsonObject; scope: JsonObject }> {
  const missing = call.layers.filter(({ kind, text }) => kind !== 'payload' && text === null);
  const [payloadText, kept] = await Promise.all([
    call.payload ?? texts.getPayload(call.eventId),
    missing.length === 0
      ? new Map<string, string>()
      : texts.getOutputs(
          call.runId,
          missing.map(({ nodeId }) => nodeId),
        ),
  ]);
  const payload = parseJson(payloadText);
  const layers = call.layers.map(({ nodeId, kind, text }): Layer => {
    const output = kind === 'payload' ? payload : parseJson(text ?? kept.get(nodeId) ?? 'null');
    return { nodeId, output, feedsEvent: kind === 'data' };
  });
  const data = parseJson(call.data);
  return { data: isJsonObject(data) ? data : {}, scope: buildScope(payload, layers) };
}

/** What a failed node had read, as it travels; one that is too long for that is kept in run_node instead. */
export async function writeInput(call: NodeCall, read: JsonValue, texts: RunTexts): Promise<string | null> {
  const input = read === null ? null : printJson(read);
  if (input === null || input.length > limits.inputLength) return null;
  if (input.length <= call.inlineLimit) return input;
  await texts.keep(keyOf(call), { input, output: null });
  return null;
}

/** The result as it travels; one that is too long for that is kept in run_node instead. */
export async function writeResult(
  { call, attempts }: { call: NodeCall; attempts: number },
  result: NodeResult,
  texts: RunTexts,
): Promise<NodeResultText> {
  const output = printJson(result.output);
  if (output.length > limits.outputLength) {
    throw new NodeError(`The output is larger than ${limits.outputLength} characters. Refer to less data.`);
  }
  const whole = printJson(result.input);
  const input = whole.length > limits.inputLength ? null : whole;
  if (output.length + (input?.length ?? 0) <= call.inlineLimit)
    return { attempts, input, output, stored: false };
  await texts.keep(keyOf(call), { input, output });
  return { attempts, input: null, output: null, stored: true };
}

function keyOf({ runId, nodeId, nodeType: type, position }: NodeCall): NodeKey {
  return { runId, nodeId, type, position };
}
