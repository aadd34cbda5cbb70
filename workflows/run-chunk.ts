import { CancellationScope, CancelledFailure } from '@temporalio/workflow';
import { activities, regular } from './activity-options.ts';
import type { InlineInput } from './contracts/inline.ts';
import type { ChunkInput, ChunkResult, FailedItem } from './contracts/loop.ts';
import { executePasses, summaryId } from './execute-passes.ts';
import { createPass, type Pass, partOf, toInlinePass } from './graph-part.ts';
import { createItemCounter } from './item-counts.ts';
import { listenForQuota } from './messages.ts';
import { readPlan } from './plan.ts';

/**
 * Runs everything below a forEachNode for a chunk of its items, each by itself: a failed item does not stop the others.
 * A workflow of its own, so that a long loop makes no long history.
 */
export async function runChunk(input: ChunkInput): Promise<ChunkResult> {
  const quota = listenForQuota();
  const { chunk, outside, stepsJson: given, ...base } = input;
  const slice = { runId: input.runId, ...chunk, needsGraph: given === null };
  const start = await activities.openChunk.executeWithOptions({ ...regular, summary: 'read the items' }, [
    slice,
  ]);
  const stepsJson = given ?? start.stepsJson ?? '';
  const { plan } = readPlan(stepsJson);
  const loop = { nodeId: chunk.nodeId, count: chunk.count, outside };
  const part = partOf(base, plan, loop);
  const counter = createItemCounter(part.body, plan.positions);
  const indexOf = (pass: Pass) => pass.item?.index ?? -1;
  await executePasses({
    part,
    passes: start.items.map((text, at) =>
      createPass(part, { loopId: chunk.nodeId, index: chunk.from + at, text }),
    ),
    quota,
    maxActivities: chunk.maxActivities,
    canCallInline: true,
    inlineInput: (passes): InlineInput => ({
      run: { ...base, stepsJson },
      loop,
      passes: passes.map(toInlinePass),
      sharedError: null,
    }),
    onFailure: (node, failure, pass) => counter.fail(node, failure, indexOf(pass)),
    onEnd: (pass) => {
      counter.count(pass);
      // Nothing reads them any more.
      for (const state of pass.states.values()) state.output = null;
    },
  });
  await recordFailed(input, counter.failed());
  if (counter.cancelled) throw new CancelledFailure('The run was cancelled.');
  return counter.result();
}

/** Records the items that failed: also after a cancellation, and for as long as the database is away. */
async function recordFailed({ runId, chunk }: ChunkInput, items: FailedItem[]): Promise<void> {
  if (items.length === 0) return;
  const summary = `record ${items.length} failures of ${summaryId(chunk.nodeId)}`;
  await CancellationScope.nonCancellable(() =>
    activities.recordItems.executeWithOptions({ ...regular, summary }, [{ runId, items }]),
  );
}
