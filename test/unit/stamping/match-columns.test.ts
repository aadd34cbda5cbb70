import fc from 'fast-check';
import {
  cleanHeader,
  createNameFinder,
  findName,
  foldHeader,
  matchColumns,
} from '../../../src/stamping/match-columns.ts';

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
    expect(findName('Other', ['Name'])).toBe(-1);
  });

  test('findName accepts short names that mean one field only', () => {
    expect(findName('p1-t4', ['top[0].Page1[0].p1-t4[0]', 'top[0].Page1[0].p1-t5[0]'])).toBe(0);
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
      }),
    );
  });
});
