import fc from 'fast-check';
import { findOpenReference, interpolate, splitReferences } from '../../../workflows/graph/interpolate.ts';
import { type JsonObject, parseJson, printJson } from '../../../workflows/graph/json-text.ts';
import { NodeError } from '../../../workflows/graph/node-error.ts';
import { readerOf } from '../../support/workflows/read-values.ts';

/** `$` apart from `{`, so that the linter does not take test data for a forgotten template string. */
const ref = (path: string) => `$\{${path}}`;
const event = parseJson(
  `{"n":1.50,"t":true,"none":null,"o":{"x":1},"l":[1],"trap":"${ref('event.secret')} {{x}} $& $1","secret":"s3cret","k}y":"brace"}`,
) as JsonObject;
const fill = (text: string, length?: number) =>
  interpolate(text, readerOf({ event }, length === undefined ? {} : { length }));

test.each([
  ['plain', 'plain'],
  [`a ${ref('event.n')} b`, 'a 1.50 b'],
  [`${ref('event.n')}${ref('event.t')}`, '1.50true'],
  [`[${ref('event.none')}|${ref('event.missing')}]`, '[|]'],
  [ref('event.missing'), ''],
  [ref('event.none'), null],
  [ref('event.t'), true],
  [ref('event.trap'), `${ref('event.secret')} {{x}} $& $1`],
  [`> ${ref('event.trap')}`, `> ${ref('event.secret')} {{x}} $& $1`],
  [ref('event["k}y"]'), 'brace'],
  ['${event.n', '${event.n'],
  ['$ {event.n} $$ }', '$ {event.n} $$ }'],
])('%s becomes %j', (text, filled) => {
  expect(fill(text)).toEqual(filled);
});

test('one single reference keeps its JSON type, digits included', () => {
  expect(printJson(fill(ref('event.n')))).toBe('1.50');
  expect(fill(ref('event.o'))).toEqual({ x: 1 });
});

test.each([
  ['o', 'an object'],
  ['l', 'a list'],
])('event.%s inside text is an error naming the path', (member, kind) => {
  expect(() => fill(`x ${ref(`event.${member}`)}`)).toThrow(new RegExp(`event\\.${member} is ${kind}`));
});

test('a text that grows beyond the bound is an error, not a crash', () => {
  expect(() => fill(ref('event.secret').repeat(100), 50)).toThrow(NodeError);
});

test('no text throws anything but a NodeError, and none executes', () => {
  const piece = fc.oneof(
    fc.constantFrom('${', '}', '"', '[', ']', 'event.', 'event.o', 'constructor', '__proto__', '\\'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      try {
        expect(typeof fill(pieces.join(''))).not.toBe('function');
      } catch (error) {
        expect(error).toBeInstanceOf(NodeError);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('literal pieces are kept to the last character', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parts = splitReferences(text);
      expect(parts.map((part) => ('text' in part ? part.text : ref(part.path))).join('')).toBe(text);
    }),
  );
});

test('a reference that is never closed is reported', () => {
  expect(findOpenReference(`${ref('event.a')} $\{open`)).toContain('never closed');
  expect(findOpenReference(`${ref('event.a')} $ {} ${ref('event["}"]')}`)).toBeNull();
});
