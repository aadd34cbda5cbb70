import { type ChildWorkflowHandle, isCancellation, startChild, workflowInfo } from '@temporalio/workflow';
import type { Progress } from './advance.ts';
import { chunkLoop } from './chunk-loop.ts';
import { inBatches } from './concurrency.ts';
import type { ChunkInput, ChunkResult, FirstFailure, OutsideNode } from './contracts/loop.ts';
import type { ItemCounts, NodeState } from './contracts/node.ts';
import { names } from './contracts/run.ts';
import { summaryId } from './execute-passes.ts';
import { describeFailure } from './failure.ts';
import { printJson } from './graph/json-text.ts';
import { limits } from './graph/limits.ts';
import { groupEdges, reachableFrom } from './graph/order.ts';
import { stateOf } from './graph-part.ts';
import { sumCounts } from './item-counts.ts';
import { loopBody } from './plan.ts';
import { nodesOf, type RunState } from './run-state.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** A graph longer than this is read from the database by each chunk. */
const INLINE_GRAPH = 16_384;

/** Characters in the inputs of chunks that are started together, in one message. */
const CHARACTERS_PER_MESSAGE = 512 * 1024;

/** A payload longer than this is read by each activity instead of travelling with every input in a loop. */
const INLINE_PAYLOAD = 2_048;

/**
 * Runs everything below a forEachNode once for each item, in chunks that are workflows of their own, and sums up how the
 * items ended. `settled` are the nodes that have ended. Never rejects.
 */
export async function runLoop(run: RunState, loopId: string, settled: Progress['settled']): Promise<void> {
  const body = loopBody(run.part.plan, loopId);
  const update = ({ id }: GraphNode, change: Partial<NodeState>) =>
    Object.assign(stateOf(run.pass, id), change);
  const startedAt = Date.now();
  const outside = findOutside(run, body, settled);
  for (const node of body) update(node, { status: 'RUNNING', startedAt });
  try {
    const results = await runChunks(run, { loopId, body, outside });
    for (const { sharedError } of results) run.sharedError ??= sharedError;
    for (const node of body) update(node, summarize(node, results));
  } catch (thrown) {
    run.cancelled ||= isCancellation(thrown);
    const { error } = describeFailure(thrown);
    for (const node of body) update(node, { status: 'FAILED', error, endedAt: Date.now() });
  }
}

interface Loop {
  loopId: string;
  body: readonly GraphNode[];
  /** Every node above the loop, as it ended. */
  outside: OutsideNode[];
}

async function runChunks(run: RunState, { loopId, body, outside }: Loop): Promise<ChunkResult[]> {
  const { input, part, pass } = run;
  const payload = input.payload !== null && input.payload.length <= INLINE_PAYLOAD ? input.payload : null;
  const isShort = input.stepsJson.length <= INLINE_GRAPH;
  const stepsJson = isShort || input.dryRun === true ? input.stepsJson : null;
  const carried = printJson(outside.map(({ output }) => output)).length + (payload?.length ?? 0);
  const chunks = chunkLoop({
    loopId,
    count: Number(stateOf(pass, loopId).control ?? 0),
    nodes: body.length,
    graphNodes: part.plan.order.length,
    charactersPerInput: body.map((node) => printJson(node.data).length + carried),
  });
  const inputs = chunks.map((chunk) => ({ ...input, stepsJson, payload, chunk, outside }));
  // All of them are waited for, so that none is left behind when one is cancelled.
  const ended = await Promise.allSettled(startAll(run, inputs));
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/** Starts as many chunks together as one message to Temporal can hold, and the next ones after them. */
function startAll(run: RunState, inputs: readonly ChunkInput[]): Promise<ChunkResult>[] {
  const together = Math.max(1, Math.floor(CHARACTERS_PER_MESSAGE / JSON.stringify(inputs[0]).length));
  const started = inBatches(inputs, together, (input) => start(run, input));
  return started.map(async (chunk) => resultOf(run, await chunk));
}

type Child = ChildWorkflowHandle<(input: ChunkInput) => Promise<ChunkResult>>;

async function start(run: RunState, input: ChunkInput): Promise<Child> {
  const { nodeId, from, count } = input.chunk;
  const child: Child = await startChild(names.chunk, {
    workflowId: `${workflowInfo().workflowId}/${run.part.plan.positions.get(nodeId)}/${from}`,
    args: [input],
    staticSummary: `items ${from} to ${from + count - 1} of ${summaryId(nodeId)}`,
  });
  run.chunks.add(child);
  return child;
}

async function resultOf(run: RunState, child: Child): Promise<ChunkResult> {
  try {
    return await child.result();
  } finally {
    run.chunks.delete(child);
  }
}

/** Every node above the loop's body that does not belong to it, as it ended. */
function findOutside(run: RunState, body: readonly GraphNode[], settled: Progress['settled']): OutsideNode[] {
  const { part } = run;
  const reversed = part.plan.edges.map(({ source, target }) => ({ source: target, target: source }));
  const inside = new Set(body.map(({ id }) => id));
  const above = reachableFrom([...inside], groupEdges(reversed, 'source'));
  return nodesOf(run).flatMap(({ id, status, output, control }): OutsideNode[] => {
    if (!above.has(id) || inside.has(id)) return [];
    const failedBecauseOf = settled.get(id)?.failedBecauseOf ?? null;
    return [{ id, status, output, failedBecauseOf, ...(control !== undefined && { control }) }];
  });
}

/** How a node of the loop ended for all items together. */
function summarize({ id }: GraphNode, results: readonly ChunkResult[]): Partial<NodeState> {
  const counted = results.flatMap(({ nodes }) => nodes.filter((node) => node.id === id));
  const items = sumCounts(counted.map((node) => node.items));
  const first = counted.map((node) => node.first).find((failure) => failure !== null);
  const status = items.failed > 0 ? 'FAILED' : items.completed > 0 ? 'COMPLETED' : 'SKIPPED';
  const error = first == null ? null : describe(items, first);
  return { status, items, error, attempts: 1, endedAt: Date.now() };
}

function describe({ failed, total }: ItemCounts, { index, error }: FirstFailure): string {
  return `${failed} of ${total} items failed. Item ${index}: ${error}`.slice(0, limits.messageLength);
}
