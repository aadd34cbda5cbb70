import { linearPatterns as patterns } from '../../../src/infra/linear-pattern.ts';
import { payloadTypeOf } from '../../../src/modules/workflows/schema-type.ts';
import { validateGraph } from '../../../workflows/validation/validate.ts';
import { nodeBudget } from '../../support/workflows/read-values.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'lines'],
  properties: {
    id: { type: 'string' },
    nick: { type: 'string' },
    open: { type: 'object' },
    customer: { type: 'object', required: ['name'], properties: { name: { type: 'object' } } },
    lines: {
      type: 'array',
      items: { type: 'object', additionalProperties: false, properties: { sku: { type: 'string' } } },
    },
  },
};

type Parts = Record<string, { type: string; data?: object }>;

/** Problems as `severity member: message`, of a graph whose template requires the column Name. */
function problemsOf(nodes: Parts, links: string[], jsonSchema: object | null = schema): string[] {
  const draft = {
    nodes: Object.entries({ start: { type: 'webhookTrigger' }, ...nodes }).map(([id, node]) => ({
      id,
      ...node,
    })),
    edges: links.map((link, index) => {
      const [from = '', target = ''] = link.split('>');
      const [source = '', sourceHandle = null] = from.split(':');
      return { id: `e${index}`, source, sourceHandle, target };
    }),
  };
  const context = {
    patterns,
    findMailTextFault: () => null,
    findTemplate: () => ({
      unknownColumns: () => [],
      requiredColumns: (columns: readonly string[]) => [
        { column: 'Name', mapped: columns.includes('Name') ? 'Name' : null },
      ],
    }),
    payloadType: payloadTypeOf(jsonSchema === null ? null : JSON.stringify(jsonSchema), nodeBudget()),
  };
  return validateGraph(JSON.parse(JSON.stringify(draft)), context).map(
    ({ path, message, severity = 'error' }) => `${severity} ${path}: ${message}`,
  );
}

const fill = (fieldMappings: object) => ({ type: 'templateNode', data: { templateId: 't', fieldMappings } });
const compose = (mapping: object) => ({ type: 'composeNode', data: { mapping } });

test.each<[string, Parts, string[], RegExp]>([
  [
    'a path no payload has',
    { f: fill({ Name: 'event.gone' }) },
    ['start>f'],
    /^error .*"event\.gone" never has a value.*jsonSchema/,
  ],
  [
    'a path into text',
    { f: fill({ Name: 'event.id', B: 'event.id.x' }) },
    ['start>f'],
    /^error .*\["B"\].*"event\.id\.x" never has/,
  ],
  [
    'a list in a column',
    { f: fill({ Name: 'event.lines' }) },
    ['start>f'],
    /^error .*"event\.lines" is a list, but text is needed/,
  ],
  [
    'an object inside text',
    { c: compose({ a: 'Dear ${event.open}' }) },
    ['start>c'],
    /^error .*mapping\["a"\].*is an object/,
  ],
  [
    'what Compose made',
    { c: compose({ all: '${event.lines}' }), f: fill({ Name: 'event.all' }) },
    ['start>c', 'c>f'],
    /^error .*"event\.all" is a list/,
  ],
  [
    'a field Select did not pick',
    {
      s: { type: 'selectNode', data: { from: 'event.lines', fields: ['item.sku'] } },
      f: fill({ Name: 'event.s.0.sku', B: 'event.s.0.qty' }),
    },
    ['start>s', 's>f'],
    /^error .*\["B"\].*"event\.s\.0\.qty" never has/,
  ],
  [
    'a member an item cannot have',
    {
      s: {
        type: 'filterNode',
        data: { from: 'event.lines', condition: { path: 'item.qty', operator: 'exists' } },
      },
    },
    ['start>s'],
    /^error .*condition\.path.*"item\.qty" never has/,
  ],
  [
    'a loop over no list',
    { e: { type: 'forEachNode', data: { items: 'event.id' } } },
    ['start>e'],
    /^error .*"event\.id" is never a list/,
  ],
  [
    'an item of a loop',
    {
      e: { type: 'forEachNode', data: { items: 'event.lines' } },
      f: fill({ Name: 'item.sku', B: 'item.x' }),
    },
    ['start>e', 'e>f'],
    /^error .*\["B"\].*"item\.x" never has.*\n?/,
  ],
  [
    'a node that is not above',
    { c: compose({ a: '${nodes.later.x}' }), later: compose({ x: 'y' }) },
    ['start>c', 'start>later'],
    /^error .*"nodes\.later\.x" never has.*no node before/,
  ],
  [
    'a required column without a mapping',
    { f: fill({ B: 'event.id' }) },
    ['start>f'],
    /^error .*\["Name"\].*requires this column; map it/,
  ],
  [
    'a required column that may be missing',
    { f: fill({ Name: 'event.nick' }) },
    ['start>f'],
    /^warning .*may be missing/,
  ],
])('%s is reported', (_name, nodes, links, message) => {
  const lines = problemsOf(nodes, links);
  expect(
    lines.filter((line) => line.startsWith('error') || message.source.startsWith('^warning')),
  ).toHaveLength(1);
  expect(lines.join('\n')).toMatch(message);
});

test.each<[string, Parts, string[]]>([
  ['a value the schema requires', { f: fill({ Name: 'event.id' }) }, ['start>f']],
  [
    'what a branch may have made',
    {
      i: { type: 'ifElseNode', data: { condition: { path: 'event.id', operator: 'exists' } } },
      c: compose({ more: 'x', id: '${event.lines}' }),
      f: fill({ Name: '${event.more} ', B: 'event.id' }),
    },
    ['start>i', 'i:true>c', 'i:false>f', 'c>f'],
  ],
  ['members of an open object', { f: fill({ Name: 'event.open.any.thing' }) }, ['start>f']],
])('%s gives no alarm', (_name, nodes, links) => {
  expect(problemsOf(nodes, links)).toEqual([]);
});

test('without a schema nothing of the payload is known', () => {
  expect(problemsOf({ f: fill({ Name: 'event.any.thing' }) }, ['start>f'], null)).toEqual([]);
});

test('below one branch alone, the nodes before it are certain', () => {
  const nodes = {
    c: compose({ id: '${event.lines}' }),
    i: { type: 'ifElseNode', data: { condition: { path: 'event.id', operator: 'exists' } } },
    f: fill({ Name: 'event.id' }),
  };
  expect(problemsOf(nodes, ['start>c', 'c>i', 'i:true>f']).join()).toMatch(/"event\.id" is a list/);
});

test('item and index outside their places are rejected, by node and member', () => {
  const lines = problemsOf(
    { c: compose({ a: '${item.x}', b: '${index}' }), f: fill({ Name: 'event.id', B: 'item' }) },
    ['start>c', 'c>f'],
  );
  expect(lines).toEqual([
    expect.stringMatching(/nodes\[1\]\.data\.mapping\["a"\]: Node "c".*there is no item here/),
    expect.stringMatching(/nodes\[1\]\.data\.mapping\["b"\]: Node "c".*there is no index here/),
    expect.stringMatching(/nodes\[2\]\.data\.fieldMappings\["B"\]: Node "f".*there is no item here/),
  ]);
});
