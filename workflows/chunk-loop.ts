import { inlineElementLimit, inlineItemLimit } from './contracts/limits.ts';
import type { Chunk } from './contracts/loop.ts';

/**
 * Bounds of one chunk of a loop, so that its history stays far below Temporal's 50,000 events and 50 MB: a node takes at
 * most eight events, and the input of each of its activities carries its data.
 */
const NODES_PER_CHUNK = 1_000;
const CHARACTERS_PER_CHUNK = 8 * 1024 * 1024;
/** How many activities of one loop are open at once, in all its chunks together. */
const ACTIVITIES_PER_LOOP = 96;
/** Bytes of activity inputs of a chunk that are open at once: they may be scheduled in one message to Temporal. */
const INPUT_BYTES = 1024 * 1024;
/** Bytes in UTF-8 of a character as JavaScript counts characters, at most. */
const BYTES = 3;

/** The measures that decide how a loop is divided. */
interface LoopMeasures {
  loopId: string;
  /** Items. */
  count: number;
  /** Nodes of the graph, and those of the loop's body. */
  graphNodes: number;
  nodes: number;
  /** Characters in the input of each of the body's nodes, without those that depend on the item. */
  charactersPerInput: readonly number[];
}

/** Divides a loop into chunks. */
export function chunkLoop({ loopId, count, ...rest }: LoopMeasures): Chunk[] {
  const { nodes, charactersPerInput } = rest;
  const charactersPerItem = charactersPerInput.reduce((sum, length) => sum + length, 0);
  const byNodes = Math.floor(NODES_PER_CHUNK / Math.max(1, nodes));
  const bySize = Math.floor(CHARACTERS_PER_CHUNK / Math.max(1, charactersPerItem));
  const size = Math.max(1, Math.min(byNodes, bySize));
  const chunks = Math.ceil(count / size);
  const share = Math.floor(ACTIVITIES_PER_LOOP / Math.max(1, chunks));
  return Array.from({ length: chunks }, (_, at) => {
    const from = at * size;
    const length = Math.min(size, count - from);
    const maxActivities = Math.max(1, Math.min(share, inputsPerMessage(length, rest)));
    return { nodeId: loopId, from, count: length, maxActivities };
  });
}

/** How many activity inputs of a chunk of `count` items fit in one message, each with its item and the outputs for it. */
function inputsPerMessage(
  count: number,
  { graphNodes, nodes, charactersPerInput }: Omit<LoopMeasures, 'loopId' | 'count'>,
): number {
  const ofItem = inlineElementLimit(count) + nodes * inlineItemLimit(graphNodes, count * nodes);
  return Math.floor(INPUT_BYTES / (BYTES * Math.max(0, ...charactersPerInput) + ofItem));
}
