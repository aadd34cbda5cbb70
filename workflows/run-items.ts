import { CancellationScope, CancelledFailure } from '@temporalio/workflow';
import { activities, local, localActivities, regular } from './activity-options.ts';
import { createSlots } from './concurrency.ts';
import { inlineItemLimit } from './contracts/limits.ts';
import type { FailedItem, ItemsInput, ItemsResult, LoopStart, OutsideNode } from './contracts/loop.ts';
import { executeGraph } from './execute-graph.ts';
import type { Settled } from './graph/join.ts';
import { quote } from './graph/types.ts';
import { createItemTally, type ItemTally } from './item-tally.ts';
import { localFirst } from './local-first.ts';
import { listenForRoom, type Room, waitForRoom } from './messages.ts';
import { branchOf, callOf } from './node-input.ts';
import { type Performing, performNode } from './perform-node.ts';
import { type Plan, readPlan } from './plan.ts';
import { settleNode } from './settle-node.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** A stretch of a loop in progress. */
interface StretchRun {
  input: ItemsInput;
  plan: Plan;
  body: readonly GraphNode[];
  outside: ReadonlyMap<string, OutsideNode>;
  performing: Performing;
  room: Room;
  tally: ItemTally;
}

/**
 * Runs everything below a forEachNode for a stretch of its elements, each by itself: one that fails leaves the others
 * going. A workflow of its own, so that a long loop makes no long history.
 */
export async function runItems(input: ItemsInput): Promise<ItemsResult> {
  const room = { signals: 0 };
  listenForRoom(room);
  const start = await open(input);
  const { loop, outside, stepsJson, ...base } = input;
  const { plan } = readPlan(stepsJson ?? start.stepsJson ?? '');
  const { items } = start;
  const isInLoop = (id: string) => plan.loopOf.get(id) === loop.nodeId;
  const body = plan.order.filter(({ id }) => isInLoop(id));
  const run: StretchRun = {
    ...{ input, plan, body, room },
    outside: new Map(outside.map((node) => [node.id, node])),
    performing: {
      ...{ base, isInLoop, stampsLocally: false, slot: createSlots(loop.slots) },
      ...{ loopSize: () => 0, wasTried: () => false },
    },
    tally: createItemTally(body),
  };
  await Promise.all(items.map((text, at) => runItem(run, { index: loop.from + at, text })));
  await record(run);
  if (run.tally.cancelled) throw new CancelledFailure('The run was cancelled.');
  return run.tally.result();
}

function open({ runId, loop, stepsJson }: ItemsInput): Promise<LoopStart> {
  const slice = { runId, ...loop, needsGraph: stepsJson === null };
  const summary = 'read the elements';
  return localFirst(
    () => localActivities.openLoop.executeWithOptions({ ...local, summary }, [slice]),
    () => activities.openLoop.executeWithOptions({ ...regular, summary }, [slice]),
  );
}

async function runItem(
  run: StretchRun,
  { index, text }: { index: number; text: string | null },
): Promise<void> {
  const { input, plan, body, outside, performing, room, tally } = run;
  const states = tally.open();
  const source = {
    ...{ base: performing.base, ...plan, isInLoop: performing.isInLoop },
    stateOf: (id: string) => states.get(id) ?? outside.get(id),
    item: { loopId: input.loop.nodeId, index, text },
    inlineLimit: inlineItemLimit(plan.order.length, input.loop.count * body.length),
  };
  const ended = executeGraph({
    order: body,
    edges: plan.graph.edges,
    known: knownOf(run),
    settle: (node, join) =>
      settleNode(
        {
          update: (id, change) => states.set(id, { output: null, ...states.get(id), ...change }),
          perform: (each) =>
            waitForRoom(
              room,
              () => {},
              () => performNode(each, callOf(source, each), performing),
            ),
          noteFailure: (each, failure) => tally.fail(each, { index, ...failure }),
        },
        node,
        join,
      ),
  });
  await Promise.all(ended.values());
  tally.close(states);
}

/** What is settled before an element begins. */
function knownOf({ plan, outside }: StretchRun): Map<string, Promise<Settled>> {
  const types = new Map(plan.order.map(({ id, type }) => [id, type]));
  return new Map(
    [...outside.values()].map(({ id, status, failedBecauseOf, verdict }) => {
      const type = types.get(id);
      const branch = type === undefined ? null : branchOf(type, verdict);
      return [id, Promise.resolve({ id, status, failedBecauseOf, branch })];
    }),
  );
}

/** Records the elements that failed, whatever it takes: also after a cancellation. */
async function record({ input: { runId, loop }, plan, tally }: StretchRun): Promise<void> {
  const positions = new Map(plan.order.map(({ id }, position) => [id, position]));
  const items = tally
    .failed()
    .map((failed): FailedItem => ({ ...failed, position: positions.get(failed.nodeId) ?? 0 }));
  if (items.length === 0) return;
  const summary = `record ${items.length} failures of ${quote(loop.nodeId.slice(0, 60).toWellFormed())}`;
  await CancellationScope.nonCancellable(() =>
    localFirst(
      () => localActivities.recordItems.executeWithOptions({ ...local, summary }, [{ runId, items }]),
      () => activities.recordItems.executeWithOptions({ ...regular, summary }, [{ runId, items }]),
    ),
  );
}
