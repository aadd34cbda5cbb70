import { linearPatterns } from '../../../src/infra/linear-pattern.ts';
import { payloadTypeOf } from '../../../src/modules/workflows/schema-type.ts';
import { BudgetExceeded, createBudget } from '../../../workflows/graph/budget.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../../workflows/graph/json-text.ts';
import { limits } from '../../../workflows/graph/limits.ts';
import { validateGraph } from '../../../workflows/validation/validate.ts';

type Parts = Record<string, { type: string; data: object }>;

const compose = (mapping: object) => ({ type: 'composeNode', data: { mapping } });
const matching = (...patterns: string[]) => ({
  type: 'ifElseNode',
  data: { condition: { any: patterns.map((value) => ({ path: 'event.a', operator: 'matches', value })) } },
});

/** Problems, steps, and the number of patterns that were compiled, of a graph of nodes below a trigger. */
function check(
  nodes: Parts,
  { jsonSchema = null, links }: { jsonSchema?: object | null; links?: [string, string][] } = {},
) {
  const ids = Object.keys(nodes);
  const pairs = links ?? ids.map((id, at): [string, string] => [ids[at - 1] ?? 'start', id]);
  const draft = {
    nodes: [
      { id: 'start', type: 'webhookTrigger' },
      ...Object.entries(nodes).map(([id, node]) => ({ id, ...node })),
    ],
    edges: pairs.map(([source, target], at) => ({
      id: `e${at}`,
      source,
      target,
      sourceHandle: nodes[source]?.type === 'ifElseNode' ? 'true' : null,
    })),
  };
  const compiled: string[] = [];
  const context = {
    patterns: {
      ...linearPatterns,
      findFault: (pattern: string) => {
        compiled.push(pattern);
        return null;
      },
    },
    findMailTextFault: () => null,
    findTemplate: () => ({ unknownColumns: () => [], requiredColumns: () => [] }),
  };
  const budget = createBudget(limits.nodeSteps);
  const schema = jsonSchema === null ? null : JSON.stringify(jsonSchema);
  const payloadType = payloadTypeOf(schema, budget);
  const problems = validateGraph(
    parseJson(JSON.stringify(draft)) as unknown as { nodes: JsonValue[]; edges: JsonValue[] },
    { ...context, payloadType },
    budget,
  );
  return { problems, messages: problems.map(({ message }) => message), steps: budget.spent, compiled };
}

const many = <Value>(count: number, make: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at));

describe('types of schemas that refer to themselves', () => {
  const R = (name: string) => ({ $ref: `#/$defs/${name}` });
  const both = (...names: string[]) => names.map(R);
  const one = (name: string) => ({ type: 'object', properties: { a: R(name) } });
  const recursive: Record<string, object> = {
    unions: { A: one('P'), B: one('Q'), P: { anyOf: both('A', 'B') }, Q: { anyOf: both('A', 'B') } },
    intersections: { A: one('P'), B: one('Q'), P: { allOf: both('A', 'B') }, Q: { allOf: both('B', 'A') } },
    mixed: {
      A: one('P'),
      B: one('Q'),
      P: { anyOf: [{ allOf: both('A', 'B') }, R('B')] },
      Q: { allOf: [{ oneOf: both('A', 'P') }, { anyOf: both('B', 'Q') }] },
    },
    lists: {
      A: { type: 'array', items: R('P') },
      B: { type: 'object', properties: { a: R('Q') }, additionalProperties: R('P') },
      P: { anyOf: both('A', 'B') },
      Q: { anyOf: [...both('A', 'B'), { type: 'object', properties: { a: R('P'), '0': R('Q') } }] },
    },
    many: Object.fromEntries(
      many(60, (at) => [
        `N${at}`,
        { anyOf: many(20, (by) => ({ type: 'object', properties: { a: R(`N${(at * 7 + by) % 60}`) } })) },
      ]),
    ),
  };

  test.each(Object.entries(recursive))(
    '%s: the steps grow with the path, not with its power',
    (_name, $defs) => {
      const first = $defs && 'P' in $defs ? 'P' : 'N0';
      const jsonSchema = { type: 'object', properties: { a: R(first) }, $defs };
      const stepsFor = (segments: number) =>
        check({ c: compose({ x: `\${event${'.a'.repeat(segments)}}` }) }, { jsonSchema }).steps;
      const [short, long] = [stepsFor(40), stepsFor(160)];
      expect(long).toBeLessThan(200_000);
      expect(long).toBeLessThan(5 * short + 1_000);
    },
  );

  test('parts beyond the bound make nothing known, and no error', () => {
    const variants = many(600, (at) => ({ type: 'object', properties: { [`v${at}`]: { type: 'string' } } }));
    const jsonSchema = {
      type: 'object',
      properties: { a: { anyOf: variants } },
      additionalProperties: false,
    };
    expect(check({ c: compose({ x: '${event.a.gone}' }) }, { jsonSchema }).problems).toEqual([]);
  });

  test('a long chain of references ends', () => {
    const $defs = Object.fromEntries(many(900, (at) => [`n${at}`, { $ref: `#/$defs/n${at + 1}` }]));
    const jsonSchema = { properties: { a: R('n0') }, $defs };
    expect(check({ c: compose({ x: '${event.a.b}' }) }, { jsonSchema }).problems).toEqual([]);
  });
});

describe('patterns', () => {
  const huge = '(x{0,1000})'.repeat(90);
  const medium = (at: number) => `(?:q${at}){1000}`.slice(0, 40);

  test('one that is too large is named with its size and the bound, and is not compiled', () => {
    const { messages, compiled } = check({ c: matching(huge) });
    expect(messages).toEqual([expect.stringMatching(/compiles to about \d+ instructions; at most 5000/)]);
    expect(compiled).toEqual([]);
  });

  test('those of a node are bounded together', () => {
    const { messages, compiled } = check({ c: matching(...many(20, medium)) });
    expect(messages[0]).toMatch(
      /has about \d+ instructions, and with it the patterns of the node .* at most 20000/,
    );
    const sizes = compiled.map((pattern) => linearPatterns.estimate(pattern));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limits.nodePatternSize);
  });

  test('those of a graph are bounded together, equal ones once for a node', () => {
    const nodes = Object.fromEntries(many(40, (at) => [`c${at}`, matching(medium(at), medium(at))]));
    const { messages, compiled } = check(nodes);
    expect(messages[0]).toMatch(/with it the patterns of the graph .* at most 50000/);
    const sizes = [...new Set(compiled)].map((pattern) => linearPatterns.estimate(pattern));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limits.graphPatternSize);
  });
});

describe('attachments', () => {
  const mail = (attach: unknown[]) => ({
    type: 'emailNode',
    data: { to: 'a@example.com', subject: 's', body: 'b', attach },
  });
  const fill = { type: 'templateNode', data: { templateId: 't', fieldMappings: {} } };

  test('a list that is too long is one problem', () => {
    expect(check({ f: fill, m: mail(many(4_000, () => 'start')) }).messages).toEqual([
      'Node "m": data.attach: lists 4000 documents; at most 20 are possible.',
    ]);
  });

  test('a document is attached once', () => {
    expect(check({ f: fill, m: mail(['f', 'f']) }).messages).toEqual([
      'Node "m": data.attach[1]: "f" is already attached; remove it.',
    ]);
  });
});

describe('large graphs', () => {
  /** 190 nodes in a chain, with edges that skip nodes up to the bound of edges. */
  const skipping = (): [string, string][] => {
    const links: [string, string][] = many(190, (at) => [at === 0 ? 'start' : `n${at - 1}`, `n${at}`]);
    for (let at = 0; links.length < 1_000; at++)
      links.push([`n${at % 180}`, `n${(at % 180) + Math.trunc(at / 180) + 2}`]);
    return links;
  };

  test('a path in each of many nodes with many nodes above takes steps for the nodes above it', () => {
    const nodes = Object.fromEntries(many(190, (at) => [`n${at}`, compose({ [`m${at}`]: '${event.a.b}' })]));
    expect(check(nodes, { links: skipping() }).steps).toBeLessThan(500_000);
  });

  test('a long path has quadratic work, which is counted', () => {
    const path = `\${event${'.a'.repeat(100_000)}}`;
    expect(() => check({ c: compose({ x: path }) })).toThrow(BudgetExceeded);
  });

  test('equal paths are looked up once', () => {
    const paths = (count: number) => compose({ x: '${event.a.b.c} '.repeat(count) });
    const difference = check({ c: paths(2_000) }).steps - check({ c: paths(1_000) }).steps;
    expect(difference).toBeLessThan(3_000);
  });

  test('the list of problems is bounded in number and length, whatever the keys are', () => {
    const key = 'k'.repeat(200_000);
    const mapping = { [key]: Object.fromEntries(many(5_000, (at) => [`x${at}`, '${wrong}'])) };
    const { problems } = check({ c: compose(mapping) });
    expect(problems).toHaveLength(limits.problems + 1);
    expect(problems.at(-1)?.message).toBe('There are 4000 more problems.');
    expect(JSON.stringify(problems).length).toBeLessThan(1_500_000);
  });

  test('warnings beyond the bound keep no graph from running', () => {
    const lines = { type: 'array', items: { type: 'object' } };
    const jsonSchema = { type: 'object', additionalProperties: false, properties: { lines } };
    const mapping = Object.fromEntries(many(1_500, (at) => [`x${at}`, `\${event.lines.gone${at}}`]));
    const { problems } = check({ c: compose(mapping as JsonObject) }, { jsonSchema });
    expect(problems).toHaveLength(limits.problems + 1);
  });
});
