import { type JsonObject, parseJson, printJson } from '../../../workflows/graph/json-text.ts';
import { NodeError } from '../../../workflows/graph/node-error.ts';
import { isPureNodeType, nodes, nodeTypes, type PureNodeType } from '../../../workflows/nodes/index.ts';
import { readerOf } from '../../support/workflows/read-values.ts';
import { runNode } from '../../support/workflows/run-node.ts';

const event = parseJson('{"first":"Ada","n":1.0,"items":[{"sku":"A","qty":2},{"sku":"B"}],"o":{"x":1}}');
const scope: JsonObject = { event, trigger: event, nodes: {} };

/** Runs a pure node: what it read and what it gave. */
const run = (type: PureNodeType, data: JsonObject, within = scope) => {
  const reader = readerOf(within);
  const output = runNode(type, data, reader);
  return { input: reader.read, output };
};

test('every type has a label and describes its members', () => {
  for (const type of nodeTypes) {
    expect(nodes[type].label).not.toBe('');
    expect(isPureNodeType(type)).toBe(nodes[type].run !== undefined);
  }
});

test('the outputs of Compose, Select, Filter and OrganizationInfo overlay event', () => {
  expect(nodeTypes.filter((type) => nodes[type].feedsEvent).toSorted()).toEqual([
    'composeNode',
    'filterNode',
    'organizationInfoNode',
    'selectNode',
  ]);
});

test('Compose fills references at any depth and keeps other JSON', () => {
  const mapping = { name: 'Hi ${event.first}', n: '${event.n}', deep: [{ x: '${event.first}' }], fixed: 7 };
  const { input, output } = run('composeNode', { mapping });
  expect(printJson(output)).toBe('{"name":"Hi Ada","n":1.0,"deep":[{"x":"Ada"}],"fixed":7}');
  expect(printJson(input)).toBe('{"event.first":"Ada","event.n":1.0}');
});

test('Compose takes any key for a name', () => {
  const { output } = run('composeNode', { mapping: parseJson('{"__proto__":"x"}') });
  expect(printJson(output)).toBe('{"__proto__":"x"}');
});

test('Compose rejects an output beyond the bound', () => {
  const mapping = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, '${event.big}']));
  const big = { ...scope, event: { big: 'x'.repeat(10_000) } };
  expect(() => run('composeNode', { mapping }, big)).toThrow(NodeError);
});

test('Select picks by path, named by the last segment or by `as`; a missing value is null', () => {
  const fields = ['event.first', { path: 'event.o.x', as: 'X' }, 'event.gone'];
  expect(run('selectNode', { fields }).output).toEqual({ first: 'Ada', X: 1, gone: null });
});

test('Select with `from` maps every element, with item in scope', () => {
  const fields = ['item.sku', { path: 'event.first', as: 'who' }];
  expect(run('selectNode', { from: 'event.items', fields }).output).toEqual([
    { sku: 'A', who: 'Ada' },
    { sku: 'B', who: 'Ada' },
  ]);
});

test.each([
  ['event.gone', 'missing'],
  ['event.o', 'not a list'],
])('Select from %s, which is %s, is an error naming the path', (from, reason) => {
  expect(() => run('selectNode', { from, fields: ['item.x'] })).toThrow(`${from} is ${reason}`);
});

test('Select over a list rejects an output beyond the bound', () => {
  const items = Array.from({ length: 2_000 }, (_, i) => i);
  const big = { ...scope, event: { items, big: 'x'.repeat(10_000) } };
  expect(() => run('selectNode', { from: 'event.items', fields: ['event.big'] }, big)).toThrow(NodeError);
});
