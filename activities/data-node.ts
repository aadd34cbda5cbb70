import { Context } from '@temporalio/activity';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { DataActivity } from '../workflows/contracts.ts';
import { createReader } from '../workflows/graph/reader.ts';
import { type PureNodeType, pureNodes } from '../workflows/nodes/index.ts';
import { withFailures } from './failures.ts';
import { readCall, writeResult } from './scope.ts';

/** The activity of a pure node type: reads the scope, runs the node, hands back the result. */
export function dataNode(type: PureNodeType, { runTexts }: { runTexts: RunTexts }): DataActivity {
  return (call) =>
    withFailures({ call, texts: runTexts }, async (seen) => {
      const { data, scope } = await readCall(call, runTexts);
      const reader = createReader(scope);
      seen.input = () => reader.read;
      const output = pureNodes[type].run(data, reader);
      const { attempt: attempts } = Context.current().info;
      return writeResult({ call, attempts }, { input: reader.read, output }, runTexts);
    });
}
