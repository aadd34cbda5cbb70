import { readScope } from '../../../activities/node-io.ts';
import { type JsonObject, printJson } from '../../../workflows/graph/json-text.ts';
import { resolvePath } from '../../../workflows/graph/resolve-path.ts';

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
const texts = {} as Parameters<typeof readScope>[2];

test.each(['nodes.fill.name', '["nodes"]["fill"].name', '["\\u006eodes"].fill.name'])(
  '%s is readable, however the path is written',
  async (path) => {
    const scope = await readScope(input(path), async () => ({}), texts);
    expect(resolvePath(scope, path)).toBe('a.pdf');
  },
);

test('outputs that no path can reach are not read', async () => {
  const scope = await readScope(input('event.name'), async () => ({}), texts);
  expect(scope.nodes).toEqual({});
});
