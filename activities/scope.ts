import type { NodeKey, RunTexts } from '../src/modules/runs/run-texts.ts';
import type { NodeCall, NodeResultText, OutputLayer } from '../workflows/contracts/node.ts';
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
  const layers = call.layers.filter((layer) => isReadable(layer, call));
  const [payload, kept, item] = await Promise.all([
    call.payload === null ? texts.readPayload(call.eventId) : parseJson(call.payload),
    fetchMissing(layers, call, texts),
    readItem(call, texts),
  ]);
  const built = layers.map((layer): Layer => {
    const { nodeId, kind, text } = layer;
    const output = kind === 'payload' ? payload : parseJson(text ?? kept.get(nodeId) ?? 'null');
    return { nodeId, output, feedsEvent: kind === 'data' };
  });
  const data = parseJson(call.data);
  const scope = buildScope(payload, built);
  return { data: isJsonObject(data) ? data : {}, scope: { ...scope, ...item } };
}

/** What only `nodes.<id>` reaches is left out where no path of the node can begin with that word, escaped or not. */
function isReadable({ kind }: OutputLayer, { data }: NodeCall): boolean {
  return kind !== 'other' || data.includes('nodes') || data.includes('\\\\u');
}

/** Outputs that did not travel, by node id: those of the element at hand, and those of the run. */
async function fetchMissing(
  layers: readonly OutputLayer[],
  { runId, item }: NodeCall,
  texts: RunTexts,
): Promise<Map<string, string>> {
  const missing = layers.filter(({ kind, text }) => kind !== 'payload' && text === null);
  const of = (inItem: boolean) =>
    missing.filter((layer) => layer.inItem === inItem).map(({ nodeId }) => nodeId);
  const fetch = async (nodeIds: string[], itemIndex: number) =>
    nodeIds.length === 0 ? [] : [...(await texts.getOutputs({ runId, nodeIds, itemIndex }))];
  const [outside, inside] = await Promise.all([fetch(of(false), -1), fetch(of(true), item?.index ?? -1)]);
  return new Map([...outside, ...inside]);
}

/** `item` and `index` of a loop; one that is too long to travel is taken out of the list of the loop's node. */
async function readItem({ runId, item }: NodeCall, texts: RunTexts): Promise<JsonObject> {
  if (item === null) return {};
  const { loopId, index, text } = item;
  if (text !== null) return { item: parseJson(text), index };
  const outputs = await texts.getOutputs({ runId, nodeIds: [loopId], itemIndex: -1 });
  const list = parseJson(outputs.get(loopId) ?? 'null');
  return { item: Array.isArray(list) ? (list[index] ?? null) : null, index };
}

/** What a failed node had read, as it travels; one that is too long for that is kept in run_node instead. */
export async function writeInput(call: NodeCall, read: JsonValue, texts: RunTexts): Promise<string | null> {
  const input = read === null ? null : printJson(read);
  if (input === null || input.length > limits.inputLength) return null;
  if (Buffer.byteLength(input) <= call.inlineLimit) return input;
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
  if (Buffer.byteLength(output) + Buffer.byteLength(input ?? '') <= call.inlineLimit)
    return { attempts, input, output, stored: false };
  await texts.keep(keyOf(call), { input, output });
  return { attempts, input: null, output: null, stored: true };
}

/** Where the texts of the node are kept. */
export function keyOf({ runId, nodeId, nodeType: type, position, item }: NodeCall): NodeKey {
  return { runId, nodeId, itemIndex: item?.index ?? -1, type, position };
}
