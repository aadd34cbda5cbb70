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

test('for every object: the text of each member parses to what JSON.parse gives', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('a', '"', '\\', ':', ',', '}', '__proto__', ''));
  const spaced = fc.constantFrom(undefined, 1, '\t');
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue()), spaced, (object, indent) => {
      const json = JSON.stringify(object, null, indent);
      const parsed = JSON.parse(json);
      for (const key of Object.keys(parsed)) {
        expect(JSON.parse(findMemberText(json, key) ?? '')).toEqual(parsed[key]);
      }
      expect(findMemberText(json, 'no such member, ever')).toBeNull();
    }),
  );
});
