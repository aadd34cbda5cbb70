import fc from 'fast-check';
import { readTexts } from '../../../activities/node-io.ts';
import { linearPatterns as patterns } from '../../../src/infra/linear-pattern.ts';
import { checkPayload, compileSchema } from '../../../src/modules/webhooks/schema/compile-schema.ts';
import { payloadTypeOf } from '../../../src/modules/workflows/schema-type.ts';
import { advance } from '../../../workflows/advance.ts';
import type { NodeState } from '../../../workflows/contracts/node.ts';
import { evaluateNode, readScope } from '../../../workflows/evaluate-node.ts';
import { type Scope, scopeWith } from '../../../workflows/graph/event-context.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
} from '../../../workflows/graph/json-text.ts';
import { groupEdges } from '../../../workflows/graph/order.ts';
import type { Read } from '../../../workflows/graph/reads.ts';
import { resolvePath } from '../../../workflows/graph/resolve-path.ts';
import type { GraphEdge } from '../../../workflows/graph/types.ts';
import { createPass, partOf, stateOf } from '../../../workflows/graph-part.ts';
import { nodeInputOf } from '../../../workflows/node-input.ts';
import { isPureNodeType, nodes as nodeTypes } from '../../../workflows/nodes/index.ts';
import type { Graph, GraphNode } from '../../../workflows/validation/valid-graph.ts';
import { validateGraph } from '../../../workflows/validation/validate.ts';
import { schema, value } from '../../support/workflows/random-schemas.ts';
import { nodeBudget } from '../../support/workflows/read-values.ts';

const texts = new Proxy({} as Parameters<typeof readTexts>[1], {
  get: () => () => {
    throw new Error('Everything travels.');
  },
});
const context = {
  patterns,
  findMailTextFault: () => null,
  findTemplate: () => ({ unknownColumns: () => [], requiredColumns: () => [] }),
};

const segment = fc.constantFrom('a', 'b', '0', 'x', 'n1', 'n2');
const path = fc
  .tuple(
    fc.constantFrom('event', 'event', 'trigger', 'nodes.n1', 'nodes.n2'),
    fc.array(segment, { maxLength: 3 }),
  )
  .map(([root, rest]) => [root, ...rest].join('.'));
const itemPath = fc.array(segment, { maxLength: 2 }).map((rest) => ['item', ...rest].join('.'));
const text = fc.oneof(
  path.map((each) => `\${${each}}`),
  path.map((each) => `text \${${each}}`),
);
const part = fc.oneof(
  fc.record({ type: fc.constant('composeNode'), mapping: fc.dictionary(segment, text, { maxKeys: 3 }) }),
  fc.record({
    type: fc.constant('selectNode'),
    fields: fc.uniqueArray(path, { minLength: 1, maxLength: 1 }),
  }),
  fc.record({ type: fc.constant('selectNode'), from: path, fields: itemPath.map((each) => [each]) }),
  fc.record({
    type: fc.constant('filterNode'),
    from: path,
    condition: itemPath.map((each) => ({ path: each, operator: 'exists' })),
  }),
  fc.record({
    type: fc.constant('ifElseNode'),
    condition: path.map((each) => ({ path: each, operator: 'exists' })),
  }),
  fc.record({
    type: fc.constant('templateNode'),
    templateId: fc.constant('t'),
    fieldMappings: fc.dictionary(fc.constantFrom('C', 'D'), fc.oneof(path, text), { maxKeys: 2 }),
  }),
);
const links = fc.array(fc.record({ at: fc.nat(), handle: fc.boolean() }), { minLength: 1, maxLength: 2 });

const graph = fc.array(fc.tuple(part, links), { minLength: 1, maxLength: 6 }).map((parts): Graph => {
  const nodes: GraphNode[] = [{ id: 'start', type: 'webhookTrigger', data: {} }];
  const edges: GraphEdge[] = [];
  for (const [{ type, ...data }, above] of parts) {
    const id = `n${nodes.length}`;
    for (const { at, handle } of above) {
      const source = nodes[at % nodes.length] as GraphNode;
      const sourceHandle = source.type === 'ifElseNode' ? String(handle) : null;
      edges.push({ id: `e${edges.length}`, source: source.id, target: id, sourceHandle });
    }
    nodes.push({ id, type: type as GraphNode['type'], data: parseJson(printJson(data)) as JsonObject });
  }
  return { nodes, edges };
});

/** The scope of each node that ran. */
async function runAll({ nodes, edges }: Graph, payload: string): Promise<Map<string, Scope>> {
  const scopes = new Map<string, Scope>();
  const base = { runId: 'r', eventId: 'e', workflowId: 'w', accountId: 'u', graphVersion: 1, payload };
  const part = partOf(
    { ...base, templatePins: {} },
    {
      edges,
      order: nodes,
      positions: new Map(nodes.map(({ id }, position) => [id, position])),
      incoming: groupEdges(edges, 'target'),
      loopOf: new Map(),
    },
    null,
  );
  const pass = createPass(part, null);
  for (let [node] = advance(part, pass).ready; node !== undefined; [node] = advance(part, pass).ready) {
    Object.assign(stateOf(pass, node.id), await runOne(node));
  }
  return scopes;

  async function runOne(node: GraphNode): Promise<Partial<NodeState>> {
    const read = await readTexts(nodeInputOf(part, pass, node), texts);
    scopes.set(node.id, readScope(read, { budget: nodeBudget(), parse: parseJson }));
    const { output, control, error } = evaluateNode(read, { budget: nodeBudget(), patterns });
    if (error !== null) return { status: 'FAILED', output: null };
    if (!isPureNodeType(node.type)) {
      return { status: 'COMPLETED', output: '{"documentId":"doc_1","name":"a.pdf"}' };
    }
    return { status: 'COMPLETED', output, ...(control !== null && { control }) };
  }
}

/** Everything one read of a node finds. */
function valuesOf({ path: wanted, itemOf }: Read, scope: Scope): (JsonValue | undefined)[] {
  const budget = nodeBudget();
  if (itemOf === undefined) return [resolvePath(scope, wanted, budget)];
  const list = resolvePath(scope, itemOf, budget);
  if (!Array.isArray(list)) return [];
  return list.map((item) => resolvePath(scopeWith(scope, { item }), wanted, budget));
}

/** A state that an error reports as impossible. */
function contradicts(message: string, found: JsonValue | undefined): boolean {
  if (message.includes('never has a value')) return found !== undefined;
  if (message.includes('is never a list')) return Array.isArray(found);
  if (message.includes('but text is needed')) {
    return found !== undefined && found !== null && !Array.isArray(found) && !isJsonObject(found);
  }
  throw new Error(`not expected: ${message}`);
}

test('what validation says can never be is not so in any run of a payload that fits the schema', async () => {
  let judged = 0;
  await fc.assert(
    fc.asyncProperty(
      schema,
      schema,
      graph,
      fc.array(value, { minLength: 1, maxLength: 8 }),
      async (root, d, drawn, payloads) => {
        const jsonSchema = JSON.stringify({ allOf: [root], $defs: { d } });
        const compiled = compileSchema(jsonSchema);
        const draft = parseJson(printJson(drawn as unknown as JsonValue)) as unknown as Parameters<
          typeof validateGraph
        >[0];
        const problems = validateGraph(draft, {
          ...context,
          payloadType: payloadTypeOf(jsonSchema, nodeBudget()),
        });
        const errors = problems.filter(({ severity }) => severity === undefined);
        for (const payload of payloads) {
          if (!isJsonObject(payload) || checkPayload(compiled, payload).kind !== 'valid') continue;
          const scopes = await runAll(drawn, printJson(payload));
          for (const { node, path: errorPath, message } of errors) {
            const scope = scopes.get(node ?? '');
            const { type, data } = drawn.nodes.find(({ id }) => id === node) as GraphNode;
            const reads = nodeTypes[type].reads?.(data) ?? [];
            for (const read of reads.filter(({ member }) => errorPath.endsWith(`.data.${member}`))) {
              if (!message.includes(JSON.stringify(read.path)) || scope === undefined) continue;
              for (const found of valuesOf(read, scope)) {
                judged++;
                expect([message, found, contradicts(message, found)]).toEqual([message, found, false]);
              }
            }
          }
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(judged).toBeGreaterThan(10);
});
