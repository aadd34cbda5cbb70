import type { PureNodeType } from '../nodes/index.ts';
import type { FailedItem, LoopSlice, LoopStart } from './loop.ts';
import type { MailCall, NodeCall, NodeResultText, StampCall } from './node.ts';
import type { Ahead, RunInput, RunRecord } from './run.ts';

export type DataActivity = (call: NodeCall) => Promise<NodeResultText>;

/** Implemented in `activities/`: one activity for each pure node type, and those with side effects. */
export interface Activities extends Record<PureNodeType, DataActivity> {
  stampDocument(call: StampCall): Promise<NodeResultText>;
  readOrganization(call: NodeCall): Promise<NodeResultText>;
  sendMail(call: MailCall): Promise<NodeResultText>;
  openLoop(slice: LoopSlice & { runId: string; needsGraph: boolean }): Promise<LoopStart>;
  recordItems(failed: { runId: string; items: FailedItem[] }): Promise<void>;
  recordRun(record: RunRecord): Promise<void>;
  runAhead(input: RunInput): Promise<Ahead>;
}
