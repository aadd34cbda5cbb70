import fc from 'fast-check';
import { formatColumns, parseColumns } from '../../../src/modules/templates/template-columns.ts';

test.each([
  ['', []],
  [' , ,', []],
  ['a', ['a']],
  [' a , b ', ['a', 'b']],
  ['"a,b",c', ['a,b', 'c']],
  ['a, "b, c" ,d', ['a', 'b, c', 'd']],
  ['"say ""hi""",x', ['say "hi"', 'x']],
  ['5" pipe,x', ['5" pipe', 'x']],
  ['"open, x', ['"open', 'x']],
  ['"",a', ['a']],
  ['Größe,名前', ['Größe', '名前']],
])('%j has the names %j', (text, names) => {
  expect(parseColumns(text)).toEqual(names);
});

test('names with any characters read back unchanged', () => {
  const name = fc
    .string({ minLength: 1, unit: fc.constantFrom('a', 'é', ',', '"', ' ', '.', '[', '\n', '日') })
    .map((text) => text.trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(parseColumns(formatColumns(names))).toEqual(names);
    }),
    { numRuns: 1000 },
  );
});
