import type { NodeKey, RunDataStore } from '../src/modules/runs/run-data-store.ts';
import type { NodeInput, NodeOutput, OutputLayer } from '../workflows/contracts/node.ts';
import type { ItemText, LayerText, NodeTexts } from '../workflows/evaluate-node.ts';
import { limits } from '../workflows/graph/limits.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import type { ExecutedNodeType } from '../workflows/nodes/index.ts';

/** Reads texts that did not travel. */
export type StoredTexts = Pick<RunDataStore, 'getPayload' | 'getOutputs'>;

/**
 * The node and everything it can read. Texts that did not travel are read from the database. Throws NodeError when they
 * are too long together.
 */
export async function readTexts(input: NodeInput, stored: StoredTexts): Promise<NodeTexts> {
  const layers = input.layers.filter((layer) => isReadable(layer, input));
  const [payload, outputs, item] = await Promise.all([
    input.payload ?? stored.getPayload(input.eventId),
    readMissing(layers, input, stored),
    readItem(input, stored),
  ]);
  const texts: NodeTexts = {
    type: input.nodeType as ExecutedNodeType,
    data: input.data,
    payload,
    layers: layers.map(
      ({ nodeId, kind, text }): LayerText => ({
        nodeId,
        text: kind === 'payload' ? null : (text ?? outputs.get(nodeId) ?? 'null'),
        feedsEvent: kind === 'data',
      }),
    ),
    item,
  };
  const length = texts.layers.reduce((sum, { text }) => sum + (text?.length ?? 0), payload.length);
  if (length > limits.scopeLength) {
    const advice = 'Pick less data in the nodes before.';
    throw new NodeError(
      `The outputs above the node have more than ${limits.scopeLength} characters. ${advice}`,
    );
  }
  return texts;
}

/** The same texts, each read once: for callers that execute many nodes of a run. */
export function readOnce(stored: StoredTexts): StoredTexts {
  let payload: Promise<string> | null = null;
  const outputs = new Map<string, Promise<string | undefined>>();
  return {
    getPayload: (eventId) => {
      payload ??= stored.getPayload(eventId);
      return payload;
    },
    async getOutputs(wanted) {
      // The outputs of one item are read by the nodes of that item alone.
      if (wanted.itemIndex >= 0) return stored.getOutputs(wanted);
      const nodeIds = wanted.nodeIds.filter((nodeId) => !outputs.has(nodeId));
      const found = nodeIds.length === 0 ? null : stored.getOutputs({ ...wanted, nodeIds });
      for (const nodeId of nodeIds)
        outputs.set(
          nodeId,
          Promise.resolve(found).then((texts) => texts?.get(nodeId)),
        );
      const texts = await Promise.all(
        wanted.nodeIds.map(async (nodeId) => [nodeId, await outputs.get(nodeId)] as const),
      );
      return new Map(texts.flatMap(([nodeId, text]) => (text === undefined ? [] : [[nodeId, text]])));
    },
  };
}

/** Outputs that only `nodes.<id>` reaches are left out where no path of the node can begin with that word, escaped or not. */
function isReadable({ kind }: OutputLayer, { data }: NodeInput): boolean {
  return kind !== 'other' || data.includes('nodes') || data.includes('\\\\u');
}

/** Outputs that did not travel, by node id: those for the same item, and those of the run. */
async function readMissing(
  layers: readonly OutputLayer[],
  { runId, item }: NodeInput,
  stored: StoredTexts,
): Promise<Map<string, string>> {
  const missing = layers.filter(({ kind, text }) => kind !== 'payload' && text === null);
  const of = (inItem: boolean) =>
    missing.filter((layer) => layer.inItem === inItem).map(({ nodeId }) => nodeId);
  const read = async (nodeIds: string[], itemIndex: number) =>
    nodeIds.length === 0 ? [] : [...(await stored.getOutputs({ runId, nodeIds, itemIndex }))];
  const [outside, inside] = await Promise.all([read(of(false), -1), read(of(true), item?.index ?? -1)]);
  return new Map([...outside, ...inside]);
}

/** The item of a loop; one that is too long to travel is in the output of the loop's node. */
async function readItem({ runId, item }: NodeInput, stored: StoredTexts): Promise<ItemText | null> {
  if (item === null) return null;
  const { loopId, index, text } = item;
  if (text !== null) return { index, text, list: null };
  const outputs = await stored.getOutputs({ runId, nodeIds: [loopId], itemIndex: -1 });
  return { index, text: null, list: outputs.get(loopId) ?? null };
}

/** The input of a failed node as it travels; a longer one is stored in run_node instead. */
export async function writeInput(
  node: NodeInput,
  input: string | null,
  runData: RunDataStore,
): Promise<string | null> {
  if (input === null) return null;
  if (Buffer.byteLength(input) <= node.inlineLimit) return input;
  await runData.save(keyOf(node), { input, output: null });
  return null;
}

/** The result of a node as it travels; a longer one is stored in run_node instead. */
export async function writeOutput(
  { node, attempts }: { node: NodeInput; attempts: number },
  { input, output }: { input: string | null; output: string },
  runData: RunDataStore,
): Promise<NodeOutput> {
  if (Buffer.byteLength(output) + Buffer.byteLength(input ?? '') <= node.inlineLimit)
    return { attempts, input, output, stored: false };
  await runData.save(keyOf(node), { input, output });
  return { attempts, input: null, output: null, stored: true };
}

/** Where the texts of the node are stored. */
export function keyOf({ runId, nodeId, nodeType: type, position, item }: NodeInput): NodeKey {
  return { runId, nodeId, itemIndex: item?.index ?? -1, type, position };
}
