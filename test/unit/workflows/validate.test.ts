import fc from 'fast-check';
import { linearPatterns as patterns } from '../../../src/infra/linear-pattern.ts';
import type { JsonValue } from '../../../workflows/graph/json-text.ts';
import { GraphError, type GraphProblem } from '../../../workflows/graph/types.ts';
import { parseDraft, parseGraph, templateIdsOf } from '../../../workflows/validation/parse.ts';
import { validateGraph } from '../../../workflows/validation/validate.ts';

const trigger = { id: 'start', type: 'webhookTrigger', data: {} };
const compose = (id: string, data: JsonValue = { mapping: { a: 'event.b' } }) => ({
  id,
  type: 'composeNode',
  data,
});
const edges = (...pairs: string[]) =>
  pairs.map((pair, index) => {
    const [source = '', target = ''] = pair.split('>');
    return { id: `e${index}`, source, target };
  });
const problemsOf = (nodes: JsonValue[], links: JsonValue[]) => validateGraph({ nodes, edges: links });
const textOf = (problems: GraphProblem[]) =>
  problems.map(({ node, edge, message }) => `${node ?? edge ?? '-'}: ${message}`).join('\n');

test('a graph that can run has no problems', () => {
  expect(problemsOf([trigger, compose('c')], edges('start>c'))).toEqual([]);
});

test.each<[string, JsonValue[], JsonValue[], RegExp]>([
  ['no trigger', [compose('c')], [], /no webhookTrigger; add exactly one/],
  ['two triggers', [trigger, { ...trigger, id: 'two' }], [], /two: Node "two" is a second webhookTrigger/],
  ['a self-loop', [trigger, compose('n1')], edges('start>n1', 'n1>n1'), /n1: Node "n1" is part of a cycle/],
  [
    'a cycle',
    [trigger, compose('n1'), compose('n2')],
    edges('start>n1', 'n1>n2', 'n2>n1'),
    /n1: .*cycle.*\nn2: .*cycle/,
  ],
  [
    'an island',
    [trigger, compose('c9'), compose('t9')],
    edges('c9>t9'),
    /c9: .*cannot be reached.*\nt9: .*cannot/,
  ],
  [
    'an edge into the trigger',
    [trigger, compose('c')],
    edges('start>c', 'c>start'),
    /e1: .*leads into the webhookTrigger/,
  ],
  [
    'an edge to nothing',
    [trigger],
    edges('start>gone'),
    /e0: Edge "e0" has the target "gone", but there is no such node/,
  ],
  [
    'an unknown type',
    [trigger, { id: 'x', type: 'foo' }],
    edges('start>x'),
    /x: Node "x": unknown type "foo"; use one of/,
  ],
  [
    'a type off the prototype',
    [trigger, { id: 'x', type: 'toString' }],
    edges('start>x'),
    /unknown type "toString"/,
  ],
  [
    'two nodes with one id',
    [trigger, compose('c'), compose('c')],
    edges('start>c'),
    /c: Node "c" has the same id as an earlier/,
  ],
  [
    'two edges with one id',
    [trigger, compose('c')],
    [...edges('start>c'), ...edges('start>c')],
    /e0: .*earlier edge/,
  ],
  ['an id of 10,000 characters', [trigger, compose('c'.repeat(10_000))], [], /longer than 200 characters/],
  ['an empty id', [trigger, compose('')], [], /nodes\[1\]\.id must not be empty/],
  ['an id with a null character', [trigger, compose('a\u0000')], [], /cannot be stored/],
  ['no id', [trigger, { type: 'composeNode' }], [], /nodes\[1\]\.id must be text/],
  ['a node that is no object', [trigger, 5], [], /nodes\[1\] must be an object/],
  [
    'an edge without a target',
    [trigger],
    [{ id: 'e', source: 'start' }],
    /e: Edge "e": target must be the id of a node/,
  ],
  [
    'data that is no object',
    [trigger, compose('c', [])],
    edges('start>c'),
    /c: Node "c": data must be an object/,
  ],
  [
    'a missing member',
    [trigger, compose('c', {})],
    edges('start>c'),
    /data\.mapping: is missing; give it an object/,
  ],
  [
    'a member of the wrong kind',
    [trigger, compose('c', { mapping: 'x' })],
    edges('start>c'),
    /mapping: must be an object/,
  ],
  [
    'a reference to nowhere',
    [trigger, compose('c', { mapping: { a: '${process.env}' } })],
    edges('start>c'),
    /mapping\["a"\]: the path "process.env" must begin with/,
  ],
  [
    'two selected fields of one name',
    [trigger, { id: 's', type: 'selectNode', data: { fields: ['event.a.x', { path: 'event.b.x' }] } }],
    edges('start>s'),
    /fields\[1\]: has the same name as an earlier field, "x"/,
  ],
  [
    'a mapping that is no path',
    [
      trigger,
      { id: 't', type: 'templateNode', data: { templateId: 'tpl_1', fieldMappings: { A: 5, B: 'x.y' } } },
    ],
    edges('start>t'),
    /fieldMappings\["A"\]: must be a path.*\n.*fieldMappings\["B"\]: the path "x.y" must begin/,
  ],
])('%s is reported with its node or edge', (_name, nodes, links, message) => {
  expect(textOf(problemsOf(nodes, links))).toMatch(message);
});

test.each(['', 'c'.repeat(201), 'a\u0000', 'a\ud800'])(
  'the id %j is the only problem where it is used',
  (id) => {
    const link = (edge: string, source: string, target: string) => ({ id: edge, source, target });
    const pathsOf = (...graph: Parameters<typeof problemsOf>) => problemsOf(...graph).map(({ path }) => path);
    const below = [link('e1', 'start', id), link('e2', id, 'd')];
    expect(pathsOf([trigger, compose(id), compose('d')], below)).toEqual(['nodes[1].id']);
    expect(pathsOf([{ ...trigger, id }, compose('d')], [link('e1', id, 'd')])).toEqual(['nodes[0].id']);
    expect(pathsOf([trigger, compose('d')], [link(id, 'start', 'd')])).toEqual(['edges[0].id']);
  },
);

test('odd but unique ids are fine', () => {
  const ids = ['__proto__', 'constructor', 'A', 'a', 'a ', 'n.1', '🙂'];
  const nodes = [trigger, ...ids.map((id) => compose(id))];
  expect(
    problemsOf(
      nodes,
      ids.map((target, index) => ({ id: `e${index}`, source: 'start', target })),
    ),
  ).toEqual([]);
});

test('blank text stands for a member that is not filled in', () => {
  const node = (data: JsonValue) => ({ id: 't', type: 'templateNode', data });
  const fine = { templateId: 'tpl_1', fieldMappings: {}, namingPattern: ' ' };
  expect(problemsOf([trigger, node(fine)], edges('start>t'))).toEqual([]);
  const blank = { ...fine, templateId: '' };
  expect(textOf(problemsOf([trigger, node(blank)], edges('start>t')))).toMatch(
    /data\.templateId: is missing/,
  );
});

test('every problem is reported at once', () => {
  expect(problemsOf([compose('c', {}), { id: 'x', type: 'foo' }], edges('c>gone')).length).toBeGreaterThan(3);
});

test('templates out of reach and unknown columns are reported when the caller knows them', () => {
  const fill = (id: string, templateId: string) => ({
    id,
    type: 'templateNode',
    data: { templateId, fieldMappings: { Name: 'event.name', Nmae: 'event.name' } },
  });
  const draft = {
    nodes: [trigger, fill('t1', 'tpl_1'), fill('t2', 'tpl_2')],
    edges: edges('start>t1', 'start>t2'),
  };
  const problems = validateGraph(draft, {
    patterns,
    findMailTextFault: () => null,
    findTemplate: (id) =>
      id === 'tpl_1'
        ? {
            unknownColumns: (columns) => columns.filter((column) => column !== 'Name'),
            requiredColumns: () => [],
          }
        : null,
  });
  expect(textOf(problems)).toMatch(/t1: .*"Nmae".*no such column.*\nt2: .*no template tpl_2 that the owner/);
  expect(templateIdsOf(draft)).toEqual(['tpl_1', 'tpl_2']);
});

test('a naming pattern of more than 500 characters is a problem of the node', () => {
  const problemsWith = (namingPattern: string) =>
    validateGraph(
      {
        nodes: [
          trigger,
          { id: 't', type: 'templateNode', data: { templateId: 'tpl_1', fieldMappings: {}, namingPattern } },
        ],
        edges: edges('start>t'),
      },
      {
        patterns,
        findMailTextFault: () => null,
        findTemplate: () => ({ unknownColumns: () => [], requiredColumns: () => [] }),
      },
    );
  expect(problemsWith('x'.repeat(500))).toEqual([]);
  expect(textOf(problemsWith('x'.repeat(501)))).toMatch(
    /namingPattern: has more than 500 characters; shorten/,
  );
});

test('a graph far beyond any real one is rejected at once', () => {
  const nodes = Array.from({ length: 10_000 }, (_, index) => compose(`n${index}`));
  expect(textOf(problemsOf(nodes, []))).toBe('-: The graph has 10000 nodes; at most 200 are possible.');
});

test.each(['5', '[]', '{}', '{"nodes":[]}', '{"nodes":{},"edges":[]}', 'not json'])(
  '%s is no graph',
  (text) => {
    expect(() => parseGraph(text)).toThrow(GraphError);
  },
);

test('a draft may hold anything of the right outer shape', () => {
  expect(parseDraft({ nodes: [5], edges: ['x'], more: true })).toEqual({ nodes: [5], edges: ['x'] });
});

test('nothing of the right outer shape throws', () => {
  const json = fc.jsonValue() as fc.Arbitrary<JsonValue>;
  const node = fc.record({
    id: fc.constantFrom('a', 'b', 'start'),
    type: fc.constantFrom('webhookTrigger', 'composeNode', 'selectNode', 'templateNode', 'x'),
    data: json,
  });
  const edge = fc.record({
    id: fc.string(),
    source: fc.constantFrom('a', 'b', 'start'),
    target: fc.constantFrom('a', 'b', 'z'),
  });
  const some = (entry: fc.Arbitrary<unknown>) => fc.array(fc.oneof(entry, json)) as fc.Arbitrary<JsonValue[]>;
  fc.assert(
    fc.property(some(node), some(edge), (nodes, links) => {
      for (const problem of validateGraph({ nodes, edges: links })) expect(problem.message).not.toBe('');
    }),
    { numRuns: 500 },
  );
});
