import fc from 'fast-check';
import { findMemberText } from '../../../src/modules/workflows/member-text.ts';

test.each([
  ['{"a":1.0}', 'a', '1.0'],
  ['{ "a" : { "x" : [ 1 , "}" ] } , "b" : 2 }', 'a', '{ "x" : [ 1 , "}" ] }'],
  ['{"b":"\\"a\\":1","a":"\\\\"}', 'a', '"\\\\"'],
  ['{"a":1,"a":[2]}', 'a', '[2]'],
  ['{"\\u0061":null}', 'a', 'null'],
  ['{"b":{"a":1}}', 'a', null],
  ['{}', 'a', null],
  ['', 'a', null],
])('%s', (json, name, expected) => {
  expect(findMemberText(json, name)).toBe(expected);
});

test('for every object: the text of each member is what JSON.stringify wrote for it', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('a', '"', '\\', ':', ',', '}', '__proto__', ''));
  const spaced = fc.constantFrom(undefined, 1, '\t');
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue()), spaced, (object, indent) => {
      const json = JSON.stringify(object, null, indent);
      for (const [key, value] of Object.entries(object)) {
        expect([key, findMemberText(json, key)]).toEqual([key, textInside(value, indent)]);
      }
      expect(findMemberText(json, 'no such member, ever')).toBeNull();
    }),
  );
});

/**
 * The text of a value one level deep. JSON.parse is no judge here: that of Node 24.21 reads the
 * name `"` as `\` once it has seen an object of the same shape with that name.
 */
function textInside(value: unknown, indent: string | number | undefined): string | undefined {
  return /^\{\s*"x":\s?(.*?)\s*\}$/s.exec(JSON.stringify({ x: value }, null, indent))?.[1];
}
