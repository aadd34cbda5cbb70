import { RunNode } from '../../../src/modules/runs/run-node.entity.ts';
import { describeNodes } from '../../../src/modules/runs/run-nodes.ts';
import type { NodeState } from '../../../workflows/contracts/node.ts';

const stepsJson = JSON.stringify({
  nodes: ['t', 'a', 'b'].map((id) => ({ id, type: 'composeNode' })),
  edges: [],
});
const state = (id: string, values: Partial<NodeState>): NodeState => ({
  id,
  type: 'composeNode',
  status: 'RUNNING',
  attempts: 1,
  input: null,
  output: null,
  stored: false,
  error: null,
  startedAt: Date.UTC(2026, 10, 28, 9, 30),
  endedAt: null,
  ...values,
});
const row = (nodeId: string, values: Partial<RunNode>) =>
  Object.assign(Object.create(RunNode.prototype), {
    nodeId,
    type: 'composeNode',
    attempts: 1,
    ...values,
  }) as RunNode;

test('the state in Temporal counts while there is one; long texts come from the rows; the rest is PENDING', () => {
  const nodes = describeNodes({
    stepsJson,
    stored: [row('t', { status: 'COMPLETED', output: '{"long":1.0}' })],
    live: [
      state('t', { status: 'COMPLETED', stored: true, endedAt: Date.UTC(2026, 10, 28, 9, 31) }),
      state('a', { status: 'RUNNING', attempts: 2, input: '{"x":1}' }),
    ],
  });
  expect(JSON.stringify(nodes[0]?.output)).toBe('{"long":1.0}');
  expect(
    nodes.map(({ id, status, attempts, startedAt, endedAt }) => [id, status, attempts, startedAt, endedAt]),
  ).toEqual([
    ['t', 'COMPLETED', 1, '2026-11-28T09:30:00', '2026-11-28T09:31:00'],
    ['a', 'RUNNING', 2, '2026-11-28T09:30:00', null],
    ['b', 'PENDING', 0, null, null],
  ]);
  expect(nodes[1]?.input).toEqual({ x: 1 });
});

test('without Temporal the stored rows count', () => {
  const nodes = describeNodes({
    stepsJson,
    stored: [row('a', { status: 'FAILED', error: 'why' })],
    live: null,
  });
  expect(nodes.map(({ id, status, error }) => [id, status, error])).toEqual([
    ['a', 'FAILED', 'why'],
    ['t', 'PENDING', null],
    ['b', 'PENDING', null],
  ]);
});

test('a graph that is none has no nodes', () => {
  expect(describeNodes({ stepsJson: '{"nodes":[1,null,{"id":2}]}', stored: [], live: null })).toEqual([]);
});
