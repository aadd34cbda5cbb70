import fc from 'fast-check';
import {
  isJsonObject,
  type JsonValue,
  parseJson,
  printJson,
  scalarText,
} from '../../../workflows/graph/json-text.ts';

test.each([
  '1.0',
  '12345678901234567890',
  '0.1000',
  '-0',
  '1e3',
  '1E400',
  '{"a":[1.50,{"b":2.00}]}',
  '{"__proto__":{"x":1.0},"constructor":2}',
])('%s prints with the digits that were sent', (text) => {
  expect(printJson(parseJson(text))).toBe(text);
});

test('a number in disguise is a scalar with its digits as text', () => {
  const value = parseJson('1.50');
  expect(isJsonObject(value)).toBe(false);
  expect(scalarText(value as never)).toBe('1.50');
});

test('data that looks like the disguise stays an object', () => {
  expect(isJsonObject(parseJson('{"rawJSON":"1.0"}'))).toBe(true);
});

test('the last of two equal keys wins', () => {
  expect(printJson(parseJson('{"a":1.0,"a":2.0}'))).toBe('{"a":2.0}');
});

test('a text that is not JSON is rejected', () => {
  expect(() => parseJson('{"a":1.')).toThrow(SyntaxError);
});

test('any JSON survives parsing and printing', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: JsonValue = parseJson(text);
      expect(JSON.parse(printJson(value))).toEqual(JSON.parse(text));
    }),
  );
});
