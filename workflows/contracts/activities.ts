import type { ExecutedNodeType } from '../nodes/index.ts';
import type { InlineInput, InlineResult } from './inline.ts';
import type { Chunk, ChunkStart, FailedItem } from './loop.ts';
import type { NodeInput, NodeOutput } from './node.ts';
import type { RunRecord } from './run.ts';

export type NodeActivity = (input: NodeInput) => Promise<NodeOutput>;

/** Implemented in `activities/`: one activity for each node type, named after it, and those of the interpreter. */
export interface Activities extends Record<ExecutedNodeType, NodeActivity> {
  runInline(input: InlineInput): Promise<InlineResult>;
  openChunk(chunk: Chunk & { runId: string; needsGraph: boolean }): Promise<ChunkStart>;
  recordItems(failed: { runId: string; items: FailedItem[] }): Promise<void>;
  recordRun(record: RunRecord): Promise<void>;
}
