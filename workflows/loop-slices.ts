import type { LoopSlice } from './contracts.ts';

/**
 * Bounds of one stretch of a loop, so that its history stays far below the engine's 50,000 events and 50 MB: a node
 * takes at most eight events, and each of its calls carries its data.
 */
const NODES_PER_STRETCH = 1_000;
const CHARACTERS_PER_STRETCH = 8 * 1024 * 1024;
/** How many activities of one loop are under way at once, in all its stretches together. */
const SLOTS = 96;

/** Cuts a loop of `count` elements into stretches; `nodes` are those of its body. */
export function sliceLoop({
  loopId,
  count,
  nodes,
  charactersPerItem,
}: {
  loopId: string;
  count: number;
  nodes: number;
  charactersPerItem: number;
}): LoopSlice[] {
  const byNodes = Math.floor(NODES_PER_STRETCH / Math.max(1, nodes));
  const bySize = Math.floor(CHARACTERS_PER_STRETCH / Math.max(1, charactersPerItem));
  const size = Math.max(1, Math.min(byNodes, bySize));
  const stretches = Math.ceil(count / size);
  const slots = Math.max(1, Math.floor(SLOTS / Math.max(1, stretches)));
  return Array.from({ length: stretches }, (_, at) => {
    const from = at * size;
    return { nodeId: loopId, from, count: Math.min(size, count - from), slots };
  });
}
