import type { Activities } from '../workflows/contracts/activities.ts';
import { inlineElementLimit } from '../workflows/contracts/limits.ts';
import { parseJson, printJson } from '../workflows/graph/json-text.ts';
import type { ActivityServices } from './services.ts';

type RunActivities = Pick<Activities, 'openChunk' | 'recordItems' | 'recordRun'>;

/** The start of chunks, and the end of chunks and runs. Every error is retried: a run must get its end. */
export function runActivities({
  runData,
  runRecorder,
}: Pick<ActivityServices, 'runData' | 'runRecorder'>): RunActivities {
  return {
    async openChunk({ runId, nodeId, from, count, needsGraph }) {
      const [stepsJson, outputs] = await Promise.all([
        needsGraph ? runData.getGraph(runId) : null,
        runData.getOutputs({ runId, nodeIds: [nodeId], itemIndex: -1 }),
      ]);
      const list = parseJson(outputs.get(nodeId) ?? 'null');
      if (!Array.isArray(list)) throw new Error(`The list of node ${nodeId} of ${runId} is gone.`);
      const longest = inlineElementLimit(count);
      const items = list.slice(from, from + count).map((item) => {
        const text = printJson(item);
        return Buffer.byteLength(text) > longest ? null : text;
      });
      return { stepsJson, items };
    },
    recordItems: (failed) => runRecorder.recordItems(failed),
    recordRun: (record) => runRecorder.record(record),
  };
}
