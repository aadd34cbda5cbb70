import {
  type ChildWorkflowHandle,
  isCancellation,
  patched,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { inTurns } from './concurrency.ts';
import type { FirstFailure, ItemsInput, ItemsResult, OutsideNode } from './contracts/loop.ts';
import type { ItemCounts } from './contracts/node.ts';
import { names } from './contracts/run.ts';
import { describeFailure } from './failure.ts';
import type { Settled } from './graph/join.ts';
import { printJson } from './graph/json-text.ts';
import { limits } from './graph/limits.ts';
import { reachableFrom } from './graph/order.ts';
import { quote } from './graph/types.ts';
import { sliceLoop } from './loop-slices.ts';
import type { Run } from './open-run.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** A graph longer than this is fetched by each stretch. */
const INLINE_GRAPH = 16_384;

interface Loop {
  loopId: string;
  body: readonly GraphNode[];
  outside: readonly Settled[];
}

/** Characters of what the stretches of a loop that begin together begin with. */
const CHARACTERS_AT_ONCE = 512 * 1024;

/** A payload longer than this is fetched by each activity instead of travelling with every call of a loop. */
const INLINE_PAYLOAD = 2_048;

/**
 * Runs everything below a forEachNode once for each element, in stretches that are workflows of their own, and sums up
 * how the elements ended. Never rejects. `outside` are the loop's node and all others that lead into the loop.
 */
export async function runLoop(run: Run, loopId: string, outside: readonly Settled[]): Promise<void> {
  const body = run.plan.order.filter(({ id }) => run.plan.loopOf.get(id) === loopId);
  const skip = findReasonToSkip(run, loopId, outside);
  if (skip !== null || body.length === 0) {
    for (const { id } of body) run.state.update(id, { status: 'SKIPPED', error: `Not run: ${skip}.` });
    return;
  }
  const startedAt = Date.now();
  for (const { id } of body) run.state.update(id, { status: 'RUNNING', startedAt });
  try {
    finish(run, body, await runStretches(run, { loopId, body, outside }));
  } catch (thrown) {
    run.cancelled ||= isCancellation(thrown);
    const { error } = describeFailure(thrown);
    for (const { id } of body) run.state.update(id, { status: 'FAILED', error, endedAt: Date.now() });
  }
}

function findReasonToSkip(run: Run, loopId: string, outside: readonly Settled[]): string | null {
  const loop = outside.find(({ id }) => id === loopId);
  if (loop?.failedBecauseOf != null) return `node ${quote(loop.failedBecauseOf)} failed`;
  if (loop?.status !== 'COMPLETED') return 'no edge into it was taken';
  return run.state.find(loopId)?.verdict === 0 ? 'the list is empty' : null;
}

async function runStretches(run: Run, { loopId, body, outside }: Loop): Promise<ItemsResult[]> {
  const count = Number(run.state.find(loopId)?.verdict ?? 0);
  const payload =
    run.input.payload !== null && run.input.payload.length <= INLINE_PAYLOAD ? run.input.payload : null;
  const isShort = run.input.stepsJson.length <= INLINE_GRAPH;
  const stepsJson = isShort || run.input.dryRun === true ? run.input.stepsJson : null;
  const above = outsideOf(run, body, outside);
  const carried = printJson(above.map(({ output }) => output)).length + (payload?.length ?? 0);
  const slices = sliceLoop({
    ...{ loopId, count, nodes: body.length, graphNodes: run.plan.order.length },
    charactersPerCall: body.map((node) => printJson(node.data).length + carried),
  });
  const inputs = slices.map((loop) => ({ ...run.input, stepsJson, payload, loop, outside: above }));
  // All are waited for, so that none is left behind when one is cancelled.
  const ended = await Promise.allSettled(runAll(run, inputs));
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/** As many stretches begin together as one message to the engine can hold; the next ones begin after them. */
function runAll(run: Run, inputs: readonly ItemsInput[]): Promise<ItemsResult>[] {
  const together = Math.max(1, Math.floor(CHARACTERS_AT_ONCE / JSON.stringify(inputs[0]).length));
  // Loops that began before there were turns go on without.
  if (inputs.length <= together || !patched('stretches-take-turns')) {
    return inputs.map(async (input) => endOf(run, await begin(run, input)));
  }
  const begun = inTurns(inputs, together, (input) => begin(run, input));
  return begun.map(async (child) => endOf(run, await child));
}

type Child = ChildWorkflowHandle<(input: ItemsInput) => Promise<ItemsResult>>;

async function begin(run: Run, input: ItemsInput): Promise<Child> {
  const { nodeId, from, count } = input.loop;
  const position = run.plan.order.findIndex(({ id }) => id === nodeId);
  const child: Child = await startChild(names.items, {
    workflowId: `${workflowInfo().workflowId}/${position}/${from}`,
    args: [input],
    staticSummary: `elements ${from} to ${from + count - 1} of ${quote(nodeId.slice(0, 60).toWellFormed())}`,
  });
  run.stretches.add(child);
  return child;
}

async function endOf(run: Run, child: Child): Promise<ItemsResult> {
  try {
    return await child.result();
  } finally {
    run.stretches.delete(child);
  }
}

/** Every node above the loop's body that does not belong to it, as it ended. */
function outsideOf(
  { plan, state }: Run,
  body: readonly GraphNode[],
  outside: readonly Settled[],
): OutsideNode[] {
  const reversed = plan.graph.edges.map(({ source, target }) => ({ source: target, target: source }));
  const inside = new Set(body.map(({ id }) => id));
  const above = reachableFrom([...inside], reversed);
  const failures = new Map(outside.map(({ id, failedBecauseOf }) => [id, failedBecauseOf]));
  return state.nodes.flatMap((node): OutsideNode[] => {
    if (!above.has(node.id) || inside.has(node.id)) return [];
    const { id, status, output, verdict } = node;
    const failedBecauseOf = failures.get(id) ?? null;
    return [{ id, status, output, failedBecauseOf, ...(verdict !== undefined && { verdict }) }];
  });
}

function finish(run: Run, body: readonly GraphNode[], results: readonly ItemsResult[]): void {
  for (const { sharedError } of results) run.sharedError ??= sharedError;
  for (const { id } of body) {
    const mine = results.flatMap(({ nodes }) => nodes.filter((node) => node.id === id));
    const items = mine.map((node) => node.items).reduce(add, none);
    const first = mine.map((node) => node.first).find((failure) => failure !== null);
    const status = items.failed > 0 ? 'FAILED' : items.completed > 0 ? 'COMPLETED' : 'SKIPPED';
    const error = first == null ? null : describe(items, first);
    run.state.update(id, { status, items, error, attempts: 1, endedAt: Date.now() });
  }
}

function describe({ failed, total }: ItemCounts, { index, error }: FirstFailure): string {
  return `${failed} of ${total} items failed. Item ${index}: ${error}`.slice(0, limits.messageLength);
}

const none: ItemCounts = { total: 0, completed: 0, failed: 0, skipped: 0 };

function add(sum: ItemCounts, counts: ItemCounts): ItemCounts {
  return {
    total: sum.total + counts.total,
    completed: sum.completed + counts.completed,
    failed: sum.failed + counts.failed,
    skipped: sum.skipped + counts.skipped,
  };
}
