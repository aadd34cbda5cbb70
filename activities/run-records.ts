import type { RunRecorder } from '../src/modules/runs/run-recorder.ts';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { Activities } from '../workflows/contracts/activities.ts';
import { inlineElementLimit } from '../workflows/contracts/limits.ts';
import { parseJson, printJson } from '../workflows/graph/json-text.ts';

/** Writes the end of a run. Every error is retried: a run must never be left without its end. */
export function recordRun({ runRecorder }: { runRecorder: RunRecorder }): Activities['recordRun'] {
  return (record) => runRecorder.record(record);
}

/** Writes which elements of a loop failed. Every error is retried. */
export function recordItems({ runRecorder }: { runRecorder: RunRecorder }): Activities['recordItems'] {
  return (failed) => runRecorder.recordItems(failed);
}

/** What a stretch of a loop begins with. Every error is retried: both texts are there, or the run is gone. */
export function openLoop({ runTexts }: { runTexts: RunTexts }): Activities['openLoop'] {
  return async ({ runId, nodeId, from, count, needsGraph }) => {
    const [stepsJson, outputs] = await Promise.all([
      needsGraph ? runTexts.getGraph(runId) : null,
      runTexts.getOutputs({ runId, nodeIds: [nodeId], itemIndex: -1 }),
    ]);
    const list = parseJson(outputs.get(nodeId) ?? 'null');
    if (!Array.isArray(list)) throw new Error(`The list of node ${nodeId} of ${runId} is gone.`);
    const longest = inlineElementLimit(count);
    const items = list.slice(from, from + count).map((item) => {
      const text = printJson(item);
      return Buffer.byteLength(text) > longest ? null : text;
    });
    return { stepsJson, items };
  };
}
