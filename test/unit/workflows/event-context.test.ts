import { buildScope } from '../../../workflows/graph/event-context.ts';
import { parseJson } from '../../../workflows/graph/json-text.ts';
import { resolvePath } from '../../../workflows/graph/resolve-path.ts';

const payload = parseJson('{"name":"Anna","city":"Rome"}');

test('event is the payload overlaid with data above, the last layer winning; trigger stays untouched', () => {
  const scope = buildScope(payload, [
    { nodeId: 'far', output: { name: 'far', extra: 1 }, feedsEvent: true },
    { nodeId: 'near', output: { name: 'near' }, feedsEvent: true },
  ]);
  expect(scope.event).toEqual({ name: 'near', city: 'Rome', extra: 1 });
  expect(scope.trigger).toEqual({ name: 'Anna', city: 'Rome' });
  expect(resolvePath(scope, 'nodes.far.name')).toBe('far');
});

test('a list is in event under its node, and a node that makes documents is reached through nodes alone', () => {
  const scope = buildScope(payload, [
    { nodeId: 'lines', output: [{ x: 1 }], feedsEvent: true },
    { nodeId: 'fill', output: { documentId: 'doc_1' }, feedsEvent: false },
  ]);
  expect(resolvePath(scope, 'event.lines.0.x')).toBe(1);
  expect(resolvePath(scope, 'nodes.lines.0.x')).toBe(1);
  expect(resolvePath(scope, 'event.documentId')).toBeUndefined();
  expect(resolvePath(scope, 'nodes.fill.documentId')).toBe('doc_1');
});

test('keys such as __proto__ are data and pollute nothing', () => {
  const output = parseJson('{"__proto__":{"polluted":"yes"}}');
  const scope = buildScope(output, [
    { nodeId: '__proto__', output, feedsEvent: true },
    { nodeId: '__proto__', output: [1], feedsEvent: true },
  ]);
  expect(resolvePath(scope, 'event.polluted')).toBeUndefined();
  expect(resolvePath(scope, 'nodes.__proto__.0')).toBe(1);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
