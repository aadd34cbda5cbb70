import type { NodeKey, RunDataStore } from '../src/modules/runs/run-data-store.ts';
import type { NodeInput, NodeOutput, OutputLayer } from '../workflows/contracts/node.ts';
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

/** The input and output of a node, as they are recorded. */
export interface NodeRecord {
  input: JsonValue;
  output: JsonValue;
}

/** The scope of a node: everything it can read. Texts that did not travel are read from the database. */
export async function readScope(
  input: NodeInput,
  readPayload: () => Promise<JsonValue>,
  runData: RunDataStore,
): Promise<JsonObject> {
  const layers = input.layers.filter((layer) => isReadable(layer, input));
  const [payload, stored, item] = await Promise.all([
    readPayload(),
    readMissing(layers, input, runData),
    readItem(input, runData),
  ]);
  const built = layers.map((layer): Layer => {
    const { nodeId, kind, text } = layer;
    const output = kind === 'payload' ? payload : parseJson(text ?? stored.get(nodeId) ?? 'null');
    return { nodeId, output, feedsEvent: kind === 'data' };
  });
  return { ...buildScope(payload, built), ...item };
}

/** The received payload, from the input where it travelled. */
export async function readPayload(
  { payload, eventId }: Pick<NodeInput, 'payload' | 'eventId'>,
  runData: RunDataStore,
): Promise<JsonValue> {
  return payload === null ? runData.readPayload(eventId) : parseJson(payload);
}

/** The node's data. */
export function readData({ data }: NodeInput): JsonObject {
  const value = parseJson(data);
  return isJsonObject(value) ? value : {};
}

/** Outputs that only `nodes.<id>` reaches are left out where no path of the node can begin with that word, escaped or not. */
function isReadable({ kind }: OutputLayer, { data }: NodeInput): boolean {
  return kind !== 'other' || data.includes('nodes') || data.includes('\\\\u');
}

/** Outputs that did not travel, by node id: those for the same item, and those of the run. */
async function readMissing(
  layers: readonly OutputLayer[],
  { runId, item }: NodeInput,
  runData: RunDataStore,
): Promise<Map<string, string>> {
  const missing = layers.filter(({ kind, text }) => kind !== 'payload' && text === null);
  const of = (inItem: boolean) =>
    missing.filter((layer) => layer.inItem === inItem).map(({ nodeId }) => nodeId);
  const read = async (nodeIds: string[], itemIndex: number) =>
    nodeIds.length === 0 ? [] : [...(await runData.getOutputs({ runId, nodeIds, itemIndex }))];
  const [outside, inside] = await Promise.all([read(of(false), -1), read(of(true), item?.index ?? -1)]);
  return new Map([...outside, ...inside]);
}

/** `item` and `index` of a loop; an item that is too long to travel is taken from the output of the loop's node. */
async function readItem({ runId, item }: NodeInput, runData: RunDataStore): Promise<JsonObject> {
  if (item === null) return {};
  const { loopId, index, text } = item;
  if (text !== null) return { item: parseJson(text), index };
  const outputs = await runData.getOutputs({ runId, nodeIds: [loopId], itemIndex: -1 });
  const list = parseJson(outputs.get(loopId) ?? 'null');
  return { item: Array.isArray(list) ? (list[index] ?? null) : null, index };
}

/** The input of a failed node as it travels; a longer one is stored in run_node instead. */
export async function writeInput(
  input: NodeInput,
  read: JsonValue,
  runData: RunDataStore,
): Promise<string | null> {
  const text = read === null ? null : printJson(read);
  if (text === null || text.length > limits.inputLength) return null;
  if (Buffer.byteLength(text) <= input.inlineLimit) return text;
  await runData.save(keyOf(input), { input: text, output: null });
  return null;
}

/** The result of a node as it travels; a longer one is stored in run_node instead. */
export async function writeOutput(
  { node, attempts }: { node: NodeInput; attempts: number },
  record: NodeRecord,
  runData: RunDataStore,
): Promise<NodeOutput> {
  const output = printJson(record.output);
  if (output.length > limits.outputLength) {
    throw new NodeError(`The output is larger than ${limits.outputLength} characters. Refer to less data.`);
  }
  const whole = printJson(record.input);
  const input = whole.length > limits.inputLength ? null : whole;
  if (Buffer.byteLength(output) + Buffer.byteLength(input ?? '') <= node.inlineLimit)
    return { attempts, input, output, stored: false };
  await runData.save(keyOf(node), { input, output });
  return { attempts, input: null, output: null, stored: true };
}

/** Where the texts of the node are stored. */
export function keyOf({ runId, nodeId, nodeType: type, position, item }: NodeInput): NodeKey {
  return { runId, nodeId, itemIndex: item?.index ?? -1, type, position };
}
