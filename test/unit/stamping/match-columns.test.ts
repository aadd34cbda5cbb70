import fc from 'fast-check';
import {
  cleanHeader,
  createColumnMatcher,
  createHeaderFinder,
  createNameFinder,
  findUnknownNames,
  foldHeader,
  matchColumns,
  shortNameLimits,
} from '../../../src/stamping/match-columns.ts';
import { countReads } from '../../support/counted-names.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);

describe('matching headers to names', () => {
  test.each([
    [
      'white space around a header, U+00A0 and tab too',
      ['Name', 'City', 'Zip'],
      ['\u00a0Name ', 'City ', '\tZip'],
      [0, 1, 2],
    ],
    ['case', ['Name', 'City'], ['NAME', 'city'], [0, 1]],
    ['white space inside', ['Full Name'], ['Full  Name'], [0]],
    ['Unicode form', ['Zoë'], ['Zoe\u0308'], [0]],
    ['a byte order mark', ['Name'], ['\ufeffName'], [0]],
    ['the last segment when one field has it', ['form1[0].Page1[0].Name[0]'], ['Name'], [0]],
    [
      'a part of the parents',
      ['form1[0].Page1[0].Name[0]', 'form1[0].Page2[0].Name[0]'],
      ['Page2.Name'],
      [-1, 0],
    ],
  ])('%s does not matter', (_, wanted, headers, expected) => {
    expect(matchColumns(wanted, headers)).toEqual(expected);
  });

  test('an ambiguous last segment matches nothing', () => {
    expect(matchColumns(['customer.name', 'company.name'], ['name'])).toEqual([-1, -1]);
  });

  test('a header that one name claims exactly fills no field that only ends like it', () => {
    const wanted = ['customer.name', 'company.name', 'name'];
    expect(matchColumns(wanted, ['name', 'customer.name'])).toEqual([1, -1, 0]);
  });

  test('an exact match wins over one that ignores case', () => {
    expect(matchColumns(['name', 'NAME'], ['NAME', 'name'])).toEqual([1, 0]);
  });

  test('names that differ in case only share the one header there is, and neither stays blank', () => {
    expect(matchColumns(['Name', 'name'], ['Name'])).toEqual([0, 0]);
    expect(matchColumns(['Name', 'name'], ['Na me'])).toEqual([0, 0]);
    expect(matchColumns(['name', 'Name'], ['Name'])).toEqual([0, 0]);
  });

  test('an unclaimed header goes before one that is shared', () => {
    expect(matchColumns(['Name', 'name'], ['Name', 'NAME'])).toEqual([0, 1]);
    expect(matchColumns(['name', 'Name', 'nAme'], ['Name', 'NAME'])).toEqual([1, 0, 1]);
  });

  test('whatever the names and headers, a name with a header of its own letters is served', () => {
    const name = fc.constantFrom('a', 'A', ' a', 'b', 'B', 'a b', 'AB', 'x.a');
    fc.assert(
      fc.property(fc.array(name), fc.array(name), (wanted, headers) => {
        const found = matchColumns(wanted, headers);
        wanted.forEach((each, index) => {
          const header = headers[found[index] ?? -1];
          if (headers.some((other) => foldHeader(other) === foldHeader(each))) {
            expect(foldHeader(header ?? '')).toBe(foldHeader(each));
          }
          if (headers.some((other) => cleanHeader(other) === cleanHeader(each))) {
            expect(cleanHeader(header ?? '')).toBe(cleanHeader(each));
          }
        });
      }),
    );
  });

  test('unknown names stay unmatched', () => {
    expect(matchColumns(['Name'], ['Other', ''])).toEqual([-1]);
    expect(createNameFinder(['Name'])('Other')).toBe(-1);
    expect(findUnknownNames(['Other', ' name', 'x'], ['Name'])).toEqual(['Other', 'x']);
  });

  test('a finder accepts short names that mean one field only', () => {
    const find = createNameFinder(['top[0].Page1[0].p1-t4[0]', 'top[0].Page1[0].p1-t5[0]']);
    expect([find('p1-t4'), find('p1-t5'), find('Page1')]).toEqual([0, 1, -1]);
  });

  test('white space inside a long header is preserved, at its ends it is removed', () => {
    const inside = `a${' '.repeat(50_000)}b`;
    expect(cleanHeader(`  ${inside}\u200b `)).toBe(inside);
    expect(cleanHeader(' '.repeat(50_000))).toBe('');
  });

  test('names up to the limits of characters and parts have short names', () => {
    const { characters, parts } = shortNameLimits;
    const ofParts = (count: number) => `${'a.'.repeat(count - 1)}z`;
    const ofLength = (count: number) => `${'a'.repeat(count - 2)}.z`;
    for (const name of [ofParts(parts), ofLength(characters)]) {
      expect(matchColumns([name], ['z'])).toEqual([0]);
      expect(createNameFinder([name])('z')).toBe(0);
      expect(createHeaderFinder(['z'])(name)).toBe(0);
    }
    for (const name of [ofParts(parts + 1), ofLength(characters + 1), ofParts(100_000)]) {
      expect(matchColumns([name], ['z'])).toEqual([-1]);
      expect(createNameFinder([name])('z')).toBe(-1);
      expect(createHeaderFinder(['z'])(name)).toBe(-1);
      expect(matchColumns([`${name}[0]`], [name.toUpperCase()])).toEqual([0]);
    }
  });

  test.each([
    ['unknown names', (names: readonly string[], given: string[]) => findUnknownNames(given, names)],
    [
      'columns of several tables',
      (names: readonly string[], given: string[]) => {
        const match = createColumnMatcher(names);
        return given.map((name) => match([name]));
      },
    ],
    [
      'headers',
      (names: readonly string[], given: string[]) => {
        const find = createHeaderFinder(names);
        return given.map((name) => find(name));
      },
    ],
  ])('%s: known names are read once, however many names are looked up', (_, lookUp) => {
    const readsFor = (lookups: number) => {
      const { names, reads } = countReads(numbered(100));
      lookUp(
        names,
        numbered(lookups).map((name) => `x.${name}?`),
      );
      return reads();
    };
    expect(readsFor(1)).toBeGreaterThanOrEqual(100);
    expect(readsFor(200)).toBe(readsFor(1));
  });

  test('a finder for many headers returns the same as matching one header', () => {
    const segment = fc.constantFrom('a', 'A', 'b', 'a[0]', ' a', 'c d', '');
    const name = fc.array(segment, { maxLength: 3 }).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 5 }), name, (names, given) => {
        const matching = matchColumns(names, [given]).flatMap((header, index) =>
          header === 0 ? [index] : [],
        );
        const found = createNameFinder(names)(given);
        if (matching.length === 0) expect(found).toBe(-1);
        else expect(matching).toContain(found);
        expect(createHeaderFinder(names)(given)).toBe(matchColumns([given], names)[0]);
      }),
    );
  });
});
