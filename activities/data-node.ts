import { Context } from '@temporalio/activity';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { DataActivity } from '../workflows/contracts.ts';
import { type PureNodeType, pureNodes } from '../workflows/nodes/index.ts';
import { withFailures } from './failures.ts';
import { readCall, writeResult } from './scope.ts';

/** The activity of a pure node type: reads the scope, runs the node, hands back the result. */
export function dataNode(type: PureNodeType, { runTexts }: { runTexts: RunTexts }): DataActivity {
  return (call) =>
    withFailures(async () => {
      const { data, scope } = await readCall(call, runTexts);
      const result = pureNodes[type].run(data, scope);
      return writeResult({ call, attempts: Context.current().info.attempt }, result, runTexts);
    });
}
