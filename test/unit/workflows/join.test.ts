import { decideJoin, isTaken, type NodeStatus } from '../../../workflows/graph/join.ts';

const settled = (id: string, status: NodeStatus, failedBecauseOf: string | null = null) => ({
  id,
  status,
  failedBecauseOf,
  branch: null as string | null,
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
  const into = sources.map(({ id }) => ({ id: `${id}>x`, source: id, target: 'x', sourceHandle: null }));
  expect(decideJoin(into, sources)).toEqual(decision);
});

test('of the edges that leave a branching node only those of the chosen branch are taken', () => {
  const chose = { ...settled('if', 'COMPLETED'), branch: 'true' };
  expect(['true', 'false', null].map((sourceHandle) => isTaken({ sourceHandle }, chose))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isTaken({ sourceHandle: 'false' }, settled('plain', 'COMPLETED'))).toBe(true);
});

test('two edges from one branching node: one of them taken is enough', () => {
  const edge = (sourceHandle: string) => ({ id: sourceHandle, source: 'if', target: 'x', sourceHandle });
  const chose = { ...settled('if', 'COMPLETED'), branch: 'false' };
  expect(decideJoin([edge('true'), edge('false')], [chose])).toEqual({ run: true });
  expect(decideJoin([edge('true')], [chose])).toEqual({ run: false, failedBecauseOf: null });
});
