import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { DataActivity } from '../workflows/contracts/activities.ts';
import { createReader } from '../workflows/graph/reader.ts';
import { nodes, type PureNodeType, pureNodeTypes, runPureNode } from '../workflows/nodes/index.ts';
import { attemptOf, withFailures } from './activity-context.ts';
import { fixEnd } from './fixed-end.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import { readCall, writeResult } from './scope.ts';

/** The activities of all pure node types. */
export function dataNodes(services: { runTexts: RunTexts }): Record<PureNodeType, DataActivity> {
  const entries = pureNodeTypes.map((type) => [type, dataNode(type, services)] as const);
  return Object.fromEntries(entries) as Record<PureNodeType, DataActivity>;
}

/** Reads the scope, runs the node, hands back the result. */
function dataNode(type: PureNodeType, { runTexts }: { runTexts: RunTexts }): DataActivity {
  return (call) =>
    withFailures({ call, texts: runTexts }, async (seen) => {
      const { data, scope } = await readCall(call, runTexts);
      const reader = createReader(scope, { matches: createPatternMatcher() });
      seen.input = () => reader.read;
      const made = runPureNode(type, data, reader);
      const output = type === 'delayNode' ? await fixEnd(call, made, runTexts) : made;
      const attempts = attemptOf(call);
      const result = await writeResult({ call, attempts }, { input: reader.read, output }, runTexts);
      const verdict = nodes[type].verdict?.(output);
      return verdict === undefined ? result : { ...result, verdict };
    });
}
