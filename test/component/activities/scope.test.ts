import { readCall } from '../../../activities/scope.ts';
import { type JsonObject, printJson } from '../../../workflows/graph/json-text.ts';
import { resolvePath } from '../../../workflows/graph/resolve-path.ts';

const call = (path: string) => ({
  runId: 'r',
  eventId: 'e',
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
const texts = {} as Parameters<typeof readCall>[1];

test.each(['nodes.fill.name', '["nodes"]["fill"].name', '["\\u006eodes"].fill.name'])(
  'what stands under %s is read, however the path is written',
  async (path) => {
    const { scope } = await readCall(call(path), texts);
    expect(resolvePath(scope, path)).toBe('a.pdf');
  },
);

test('what no path can reach is not fetched', async () => {
  const { scope } = await readCall(call('event.name'), texts);
  expect(scope.nodes).toEqual({});
});
