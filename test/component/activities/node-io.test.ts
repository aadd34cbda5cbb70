import { readOnce, readTexts } from '../../../activities/node-io.ts';
import { readScope } from '../../../workflows/evaluate-node.ts';
import { type JsonObject, parseJson, printJson } from '../../../workflows/graph/json-text.ts';
import { resolvePath } from '../../../workflows/graph/resolve-path.ts';
import { nodeBudget } from '../../support/workflows/read-values.ts';

const input = (path: string) => ({
  runId: 'r',
  eventId: 'e',
  workflowId: 'w',
  accountId: 'u',
  nodeId: 'n',
  nodeType: 'composeNode',
  position: 1,
  data: printJson({ mapping: { x: `\${${path}}` } } as JsonObject),
  payload: '{}',
  item: null,
  inlineLimit: 100,
  layers: [{ nodeId: 'fill', kind: 'other' as const, text: '{"name":"a.pdf"}', inItem: false }],
});
const nothingStored = {} as Parameters<typeof readTexts>[1];

test.each(['nodes.fill.name', '["nodes"]["fill"].name', '["\\u006eodes"].fill.name'])(
  '%s is readable, however the path is written',
  async (path) => {
    const budget = nodeBudget();
    const texts = await readTexts(input(path), nothingStored);
    expect(resolvePath(readScope(texts, { budget, parse: parseJson }), path, budget)).toBe('a.pdf');
  },
);

test('outputs that no path can reach are not read', async () => {
  const { layers } = await readTexts(input('event.name'), nothingStored);
  expect(layers).toEqual([]);
});

test('texts that did not travel are read once for all nodes of a call', async () => {
  const asked: string[][] = [];
  const stored = readOnce({
    getPayload: async () => '{}',
    getOutputs: async ({ nodeIds }) => {
      asked.push([...nodeIds]);
      return new Map(nodeIds.filter((id) => id !== 'gone').map((id) => [id, `"${id}"`]));
    },
  });
  const read = (nodeIds: string[]) => stored.getOutputs({ runId: 'r', nodeIds, itemIndex: -1 });
  expect([...(await read(['a', 'gone']))]).toEqual([['a', '"a"']]);
  expect([...(await read(['gone', 'a', 'b']))]).toEqual([
    ['a', '"a"'],
    ['b', '"b"'],
  ]);
  expect(asked).toEqual([['a', 'gone'], ['b']]);
});

test('outputs above a node that are too long together are an error of the node', async () => {
  const long = JSON.stringify('x'.repeat(1_000_000));
  const layers = Array.from({ length: 17 }, (_, at) => ({
    nodeId: `n${at}`,
    kind: 'data' as const,
    text: long,
    inItem: false,
  }));
  await expect(readTexts({ ...input('event.name'), layers }, nothingStored)).rejects.toThrow(
    'The outputs above the node have more than 16777216 characters',
  );
});
