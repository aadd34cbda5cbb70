import fc from 'fast-check';
import { type JsonObject, parseJson } from '../../../workflows/graph/json-text.ts';
import { findPathFault, lastSegment } from '../../../workflows/graph/resolve-path.ts';
import { valueAt } from '../../support/workflows/read-values.ts';

const event = parseJson(`{
  "items": [{"n": "A"}, {"n": "B"}], "m": {"0": "zero"}, "2024": "y", "a.b": "flat", "a": {"b": "nested", "c.d": 1},
  "Größe": "10", "prénom": "Zoé", "客户名称": "李雷", "emoji🙂": "ok", "any key": {"x": true}, "q\\"uote": 1,
  "__proto__": {"polluted": "yes"}, "constructor": "C", "text": "abc", "none": null, "list[0]": "flat too", "list": [1]
}`);
const scope: JsonObject = { event, trigger: event, nodes: { 'n.1': { x: 1 } } };

test.each([
  ['event.items.0.n', 'A'],
  ['event.items[1].n', 'B'],
  ['event["items"][1]["n"]', 'B'],
  ['event.m.0', 'zero'],
  ['event.m["0"]', 'zero'],
  ['event.2024', 'y'],
  ['event.a.b', 'flat'],
  ['event.a.c.d', 1],
  ['event["a"].b', 'nested'],
  ['event.Größe', '10'],
  ['event.prénom', 'Zoé'],
  ['event.客户名称', '李雷'],
  ['event.emoji🙂', 'ok'],
  ['event.any key.x', true],
  ['event["any key"].x', true],
  ['event["q\\"uote"]', 1],
  [' event.text ', 'abc'],
  ['event.none', null],
  ['event.list[0]', 'flat too'],
  ['trigger.2024', 'y'],
  ['nodes.n.1.x', undefined],
  ['nodes["n.1"].x', 1],
  ['event.__proto__.polluted', 'yes'],
  ['event.constructor', 'C'],
])('%s leads to %j', (path, value) => {
  expect(valueAt(scope, path)).toEqual(value);
});

test.each([
  'event.items.9.n',
  'event.items.length',
  'event.items.-1',
  'event.items.00',
  'event.toString',
  'event.constructor.name',
  'event.text.length',
  'event.text.0',
  'event.none.x',
  'event.pre\u0301nom',
  'event..text',
  'event.',
  'event[',
  'event["text]',
  '',
  '.',
  'process.env',
  '__proto__.x',
  'constructor',
])('%s is missing, not an error', (path) => {
  expect(valueAt(scope, path)).toBeUndefined();
});

test('event alone is the whole of it', () => {
  expect(valueAt(scope, 'event')).toBe(event);
});

test('no path throws, and none leads to anything but data', () => {
  const piece = fc.oneof(
    fc.constantFrom('event', 'items', '__proto__', 'constructor', 'prototype', 'toString', 'length', '0'),
    fc.constantFrom('.', '[', ']', '[0]', '["', '"]', '\\', '${', '}'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const value = valueAt(scope, pieces.join(''));
      expect(typeof value).not.toBe('function');
      expect(value).not.toBe(Object.prototype);
      expect(value).not.toBe(Array.prototype);
      findPathFault(pieces.join(''));
      lastSegment(pieces.join(''));
    }),
    { numRuns: 1_000 },
  );
});

test('any own key is reached by its quoted name', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (key, value) => {
      const data = Object.fromEntries([[key, value]]);
      expect(valueAt({ event: data }, `event[${JSON.stringify(key)}]`)).toBe(value);
    }),
  );
});

test.each([
  ['event.a.b', 'b'],
  ['event["any key"]', 'any key'],
  ['event.items[0]', '0'],
])('the last segment of %s is %s', (path, last) => {
  expect(lastSegment(path)).toBe(last);
});

test.each(['Name', 'process.env', '', 'event[x]', 'event["a'])('%j is rejected with advice', (path) => {
  expect(findPathFault(path)).toMatch(/must begin with|bracket/);
});

test.each(['event', 'event.a..b', 'trigger.x', 'nodes.n1.x', 'item.n'])('%j is accepted', (path) => {
  expect(findPathFault(path)).toBeNull();
});
