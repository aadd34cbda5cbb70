import { inlineElementLimit, inlineItemLimit } from './contracts/limits.ts';
import type { LoopSlice } from './contracts/loop.ts';

/**
 * Bounds of one stretch of a loop, so that its history stays far below the engine's 50,000 events and 50 MB: a node
 * takes at most eight events, and each of its calls carries its data.
 */
const NODES_PER_STRETCH = 1_000;
const CHARACTERS_PER_STRETCH = 8 * 1024 * 1024;
/** How many activities of one loop are under way at once, in all its stretches together. */
const SLOTS = 96;
/** Bytes of the calls of a stretch that are under way at once: they may begin with one message to the engine. */
const CALLS_BYTES = 1024 * 1024;
/** Bytes of a character of UTF-8 at most, as JavaScript counts characters. */
const BYTES = 3;

/** What decides how a loop is cut. */
export interface LoopMeasures {
  loopId: string;
  /** Elements. */
  count: number;
  /** Nodes of the graph, and those of the loop's body. */
  graphNodes: number;
  nodes: number;
  /** What the calls of the body's nodes carry for each element, apart from what belongs to the element. */
  charactersPerCall: readonly number[];
}

/** Cuts a loop into stretches. */
export function sliceLoop({ loopId, count, ...rest }: LoopMeasures): LoopSlice[] {
  const { nodes, charactersPerCall } = rest;
  const charactersPerItem = charactersPerCall.reduce((sum, length) => sum + length, 0);
  const byNodes = Math.floor(NODES_PER_STRETCH / Math.max(1, nodes));
  const bySize = Math.floor(CHARACTERS_PER_STRETCH / Math.max(1, charactersPerItem));
  const size = Math.max(1, Math.min(byNodes, bySize));
  const stretches = Math.ceil(count / size);
  const share = Math.floor(SLOTS / Math.max(1, stretches));
  return Array.from({ length: stretches }, (_, at) => {
    const from = at * size;
    const length = Math.min(size, count - from);
    const slots = Math.max(1, Math.min(share, callsAtOnce(length, rest)));
    return { nodeId: loopId, from, count: length, slots };
  });
}

/** How many calls of a stretch of `count` elements one message can hold, each with its element and what nodes made of it. */
function callsAtOnce(
  count: number,
  { graphNodes, nodes, charactersPerCall }: Omit<LoopMeasures, 'loopId' | 'count'>,
): number {
  const ofItem = inlineElementLimit(count) + nodes * inlineItemLimit(graphNodes, count * nodes);
  return Math.floor(CALLS_BYTES / (BYTES * Math.max(0, ...charactersPerCall) + ofItem));
}
