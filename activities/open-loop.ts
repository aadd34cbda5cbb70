import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { Activities } from '../workflows/contracts.ts';
import { parseJson, printJson } from '../workflows/graph/json-text.ts';

/** Characters of all elements that travel with one stretch of a loop, and of the longest of them. */
const ALL_ITEMS = 512 * 1024;
const ONE_ITEM = 16 * 1024;

/** What a stretch of a loop begins with. Every error is retried: both texts are there, or the run is gone. */
export function openLoop({ runTexts }: { runTexts: RunTexts }): Activities['openLoop'] {
  return async ({ runId, nodeId, from, count, needsGraph }) => {
    const [stepsJson, outputs] = await Promise.all([
      needsGraph ? runTexts.getGraph(runId) : null,
      runTexts.getOutputs({ runId, nodeIds: [nodeId], itemIndex: -1 }),
    ]);
    const list = parseJson(outputs.get(nodeId) ?? 'null');
    if (!Array.isArray(list)) throw new Error(`The list of node ${nodeId} of ${runId} is gone.`);
    const longest = Math.min(ONE_ITEM, Math.floor(ALL_ITEMS / count));
    const items = list.slice(from, from + count).map((item) => {
      const text = printJson(item);
      return text.length > longest ? null : text;
    });
    return { stepsJson, items };
  };
}
