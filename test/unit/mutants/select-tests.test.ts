import { type ImportGraph, selectTests } from '../../tools/mutants/select-tests.ts';
import { failedTests } from '../../tools/mutants/test-mutant.ts';

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

test('selects the tests that import a file, unit tests apart, the nearest first', () => {
  expect(selectTests(graph, 'src/a.ts', 4)).toEqual({
    unit: ['test/unit/near.test.ts', 'test/unit/far.test.ts'],
    other: ['test/api/b.test.ts'],
  });
});

test('selects no more than the limit of each kind', () => {
  expect(selectTests(graph, 'src/a.ts', 1)).toEqual({
    unit: ['test/unit/near.test.ts'],
    other: ['test/api/b.test.ts'],
  });
});

test('among equally near tests, prefers paths with the words of the file', () => {
  const twins: ImportGraph = new Map([
    ['test/unit/tables/csv-cases.test.ts', ['src/tables/xlsx/styles.ts']],
    ['test/unit/tables/xlsx-cases.test.ts', ['src/tables/xlsx/styles.ts']],
  ]);
  const { unit } = selectTests(twins, 'src/tables/xlsx/styles.ts', 1);
  expect(unit).toEqual(['test/unit/tables/xlsx-cases.test.ts']);
});

test('selects nothing for a file that no test imports', () => {
  expect(selectTests(graph, 'src/unknown.ts', 4)).toEqual({ unit: [], other: [] });
});

test('reads the failed test files from the output of jest', () => {
  const output =
    'PASS test/unit/a.test.ts\nFAIL test/unit/b.test.ts (5.1 s)\n  ● x\n\nFAIL test/unit/b.test.ts\n';
  expect(failedTests({ output })).toEqual(['test/unit/b.test.ts']);
});
