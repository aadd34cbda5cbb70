import { reportOf } from '../../tools/mutants/report.ts';
import type { MutantResult, Outcome } from '../../tools/mutants/test-mutant.ts';

const result = (line: number, outcome: Outcome): MutantResult => ({
  id: String(line),
  file: 'src/a.ts',
  kind: 'swapped comparison',
  line,
  before: 'a < b',
  after: 'a <= b',
  outcome,
  tests: [],
  seconds: 1,
});

test('counts the outcomes, and shows survivors with their change', () => {
  const outcomes: Outcome[] = [
    'survived',
    'killed by types',
    'killed by tests',
    'timeout',
    'uncovered',
    'survived',
  ];
  const lines = reportOf(outcomes.map((outcome, index) => result(10 - index, outcome)));
  expect(lines.slice(0, 2)).toEqual([
    '6 mutants: 1 killed by types, 1 by tests, 1 by a timeout, 2 survived, 1 without a test',
    'Killed by tests, of those that compile: 40 %',
  ]);
  expect(lines.slice(lines.indexOf('Survivors'))).toEqual([
    'Survivors',
    '  src/a.ts:5  swapped comparison',
    '    - a < b',
    '    + a <= b',
    '  src/a.ts:10  swapped comparison',
    '    - a < b',
    '    + a <= b',
  ]);
});
