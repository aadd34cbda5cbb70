import fc from 'fast-check';
import { createBudget } from '../../../workflows/graph/budget.ts';
import { buildScope, type Layer } from '../../../workflows/graph/event-context.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
} from '../../../workflows/graph/json-text.ts';
import { resolvePath } from '../../../workflows/graph/resolve-path.ts';
import { nodeBudget } from '../../support/workflows/read-values.ts';

const payload = parseJson('{"name":"Anna","city":"Rome"}');

const layer = (nodeId: string, output: JsonValue, feedsEvent = true): Layer => ({
  nodeId,
  output: () => output,
  feedsEvent,
});

/** Looks up paths in the scope of these layers. */
function reading(event: JsonValue, layers: readonly Layer[]) {
  const budget = nodeBudget();
  const scope = buildScope(() => event, layers, budget);
  return (path: string) => resolvePath(scope, path, budget);
}

test('event is the payload overlaid with data above, the last layer winning; trigger stays untouched', () => {
  const read = reading(payload, [layer('far', { name: 'far', extra: 1 }), layer('near', { name: 'near' })]);
  expect(read('event')).toEqual({ name: 'near', city: 'Rome', extra: 1 });
  expect(read('event.name')).toBe('near');
  expect(read('event.extra')).toBe(1);
  expect(read('event.city')).toBe('Rome');
  expect(read('trigger')).toEqual({ name: 'Anna', city: 'Rome' });
  expect(read('nodes.far.name')).toBe('far');
});

test('a list is in event under its node, and a node that makes documents is reached through nodes alone', () => {
  const read = reading(payload, [layer('lines', [{ x: 1 }]), layer('fill', { documentId: 'doc_1' }, false)]);
  expect(read('event.lines.0.x')).toBe(1);
  expect(read('nodes.lines.0.x')).toBe(1);
  expect(read('event.documentId')).toBeUndefined();
  expect(read('nodes.fill.documentId')).toBe('doc_1');
});

test('keys such as __proto__ are data and pollute nothing', () => {
  const output = parseJson('{"__proto__":{"polluted":"yes"}}');
  const read = reading(output, [layer('__proto__', output), layer('__proto__', [1])]);
  expect(read('event.polluted')).toBeUndefined();
  expect(read('nodes.__proto__.0')).toBe(1);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

/** `event` built in the simplest way: a copy for each layer. */
function copiedEvent(payload: JsonValue, layers: readonly Layer[]): JsonObject {
  let event: JsonObject = isJsonObject(payload) ? payload : {};
  for (const { nodeId, output, feedsEvent } of layers) {
    const value = output();
    if (feedsEvent) event = { ...event, ...(isJsonObject(value) ? value : { [nodeId]: value }) };
  }
  return event;
}

test('a lookup in the layers finds the value that a copy of all layers has', () => {
  const key = fc.constantFrom('a', 'b', 'a.b', '0', '10', '__proto__', 'n', 'constructor');
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom<JsonValue>(1, null, 'x'),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }).map((members) => parseJson(JSON.stringify(members))),
    ),
  }));
  const layers = fc.array(
    fc.tuple(key, value, fc.boolean()).map(([id, output, feeds]) => layer(id, output, feeds)),
    { maxLength: 4 },
  );
  const path = fc.array(fc.oneof(key, fc.constantFrom('["a.b"]', '[0]')), { maxLength: 3 });
  fc.assert(
    fc.property(value, layers, path, (event, above, segments) => {
      const budget = nodeBudget();
      const copied = copiedEvent(event, above);
      const whole = buildScope(() => copied, [], budget);
      const read = reading(event, above);
      const wanted = ['event', ...segments].join('.').replaceAll('.[', '[');
      expect(read(wanted)).toEqual(resolvePath(whole, wanted, budget));
      // Members are in the same order too.
      expect(printJson(read('event') ?? null)).toBe(printJson(copied));
    }),
    { numRuns: 2_000 },
  );
});

test('looking up one member of a wide payload below many layers takes steps for the layers alone', () => {
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at]));
  const layers = Array.from({ length: 10 }, (_, at) => layer(`c${at}`, { [`m${at}`]: at }));
  const budget = createBudget(100);
  const scope = buildScope(() => wide, layers, budget);
  expect(resolvePath(scope, 'event.k9999', budget)).toBe(9999);
  expect(() => resolvePath(scope, 'event', budget)).toThrow(/more than 100 steps/);
});

test('an output that no path needs is not read', () => {
  const unread = {
    nodeId: 'far',
    feedsEvent: true,
    output: (): JsonValue => {
      throw new Error('read');
    },
  };
  const read = reading(payload, [unread, layer('near', { name: 'near' })]);
  expect(read('event.name')).toBe('near');
  expect(read('trigger.city')).toBe('Rome');
});
