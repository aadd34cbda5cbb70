import { type ImportGraph, selectTests } from '../../tools/mutants/select-tests.ts';
import { testsOf } from '../../tools/mutants/test-mutant.ts';

const graph: ImportGraph = new Map([
  ['src/a.ts', []],
  ['src/b.ts', ['src/a.ts', 'src/c.ts']],
  ['src/c.ts', ['src/b.ts']],
  ['test/unit/far.test.ts', ['src/c.ts']],
  ['test/unit/near.test.ts', ['src/a.ts']],
  ['test/unit/helper.ts', ['src/a.ts']],
  ['test/api/b.test.ts', ['src/b.ts']],
  ['test/api/other.test.ts', []],
]);

test('selects the tests that import a file, the nearest first, and half of them unit tests', () => {
  expect(selectTests(graph, 'src/a.ts', { near: 2, far: 2 })).toEqual({
    near: ['test/unit/near.test.ts', 'test/api/b.test.ts'],
    far: ['test/unit/far.test.ts'],
  });
});

test('selects no more than the limits', () => {
  expect(selectTests(graph, 'src/a.ts', { near: 1, far: 0 })).toEqual({
    near: ['test/unit/near.test.ts'],
    far: [],
  });
});

test('short tests come first', () => {
  const kinds: ImportGraph = new Map([
    ['test/temporal/a.test.ts', ['src/a.ts']],
    ['test/component/process/a.test.ts', ['src/a.ts']],
    ['test/api/a.test.ts', ['src/a.ts']],
    ['test/contract/a.test.ts', ['src/a.ts']],
    ['test/component/b/a.test.ts', ['src/a.ts']],
  ]);
  expect(selectTests(kinds, 'src/a.ts', { near: 5, far: 0 }).near).toEqual([
    'test/contract/a.test.ts',
    'test/component/b/a.test.ts',
    'test/api/a.test.ts',
    'test/temporal/a.test.ts',
    'test/component/process/a.test.ts',
  ]);
});

test('among equally near tests, prefers paths with the words of the file', () => {
  const twins: ImportGraph = new Map([
    ['test/unit/tables/csv-cases.test.ts', ['src/tables/xlsx/styles.ts']],
    ['test/unit/tables/xlsx-cases.test.ts', ['src/tables/xlsx/styles.ts']],
  ]);
  const { near } = selectTests(twins, 'src/tables/xlsx/styles.ts', { near: 1, far: 0 });
  expect(near).toEqual(['test/unit/tables/xlsx-cases.test.ts']);
});

test('selects nothing for a file that no test imports', () => {
  expect(selectTests(graph, 'src/unknown.ts', { near: 4, far: 4 })).toEqual({ near: [], far: [] });
});

test('reads the failed and the passed test files from the output of jest', () => {
  const output =
    'PASS test/unit/a.test.ts\nFAIL test/unit/b.test.ts (5.1 s)\n  ● x\n\nFAIL test/unit/b.test.ts\n';
  expect(testsOf('PASS', { output })).toEqual(['test/unit/a.test.ts']);
  expect(testsOf('FAIL', { output })).toEqual(['test/unit/b.test.ts']);
});
