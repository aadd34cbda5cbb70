import { createRequire } from 'node:module';

// Its types describe the CommonJS build.
const sequencer = createRequire(import.meta.url)(
  '@jest/test-sequencer',
) as typeof import('@jest/test-sequencer');
type Test = Parameters<InstanceType<typeof sequencer.default>['sort']>[0][number];

/** Runs test files in the order of the command line. */
export default class GivenOrder extends sequencer.default {
  override sort(files: Test[]): Test[] {
    const positionOf = ({ path }: Test) =>
      process.argv.findIndex((argument) => path.endsWith(`/${argument}`));
    return files.toSorted((one, other) => positionOf(one) - positionOf(other));
  }
}
