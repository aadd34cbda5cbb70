import { createRequire } from 'node:module';
import path from 'node:path';
import { rankOfTest } from './folder-order.ts';

// Its types describe the CommonJS build.
const sequencer = createRequire(import.meta.url)(
  '@jest/test-sequencer',
) as typeof import('@jest/test-sequencer');
type Test = Parameters<InstanceType<typeof sequencer.default>['sort']>[0][number];

const tests = path.join(import.meta.dirname, '../..');

function rankOf(test: Test): number {
  return rankOfTest(path.relative(tests, test.path).replaceAll(path.sep, '/'));
}

/** Long files begin first, so that all workers end together; on a machine that has never run them as well. */
export default class LongestFirst extends sequencer.default {
  override async sort(files: Test[]): Promise<Test[]> {
    const sorted = await super.sort(files);
    const isTimed = sorted.every(({ duration }) => duration !== undefined);
    return isTimed ? sorted : sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
