import { decideJoin, type NodeStatus } from '../../../workflows/graph/join.ts';

const settled = (id: string, status: NodeStatus, failedBecauseOf: string | null = null) => ({
  id,
  status,
  failedBecauseOf,
});

test.each([
  ['the trigger', [], { run: true }],
  ['one edge taken', [settled('a', 'COMPLETED')], { run: true }],
  ['one taken, one not', [settled('a', 'COMPLETED'), settled('b', 'SKIPPED')], { run: true }],
  ['none taken', [settled('a', 'SKIPPED')], { run: false, failedBecauseOf: null }],
  ['a parent failed', [settled('a', 'FAILED', 'a')], { run: false, failedBecauseOf: 'a' }],
  [
    'a failure two hops back, the other parent fine',
    [settled('b', 'COMPLETED'), settled('a2', 'SKIPPED', 'a')],
    { run: false, failedBecauseOf: 'a' },
  ],
])('%s', (_name, sources, decision) => {
  expect(decideJoin(sources)).toEqual(decision);
});
