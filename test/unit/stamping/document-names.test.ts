import fc from 'fast-check';
import { cleanName, foldName } from '../../../src/stamping/file-name.ts';
import { createRowNamer } from '../../../src/stamping/naming-pattern.ts';
import { createUniqueNames } from '../../../src/stamping/unique-names.ts';
import { countReads } from '../../support/counted-names.ts';

/** The names of all rows, as a job makes them: one pass to reserve, one to take. */
function nameAll(pattern: string | null, columns: string[], rows: string[][]): string[] {
  const namer = createRowNamer(pattern, columns);
  const unique = createUniqueNames();
  const names = rows.map((row, index) => namer.nameOf(row, index + 1));
  for (const name of names) unique.reserve(name);
  return names.map((name) => unique.take(name));
}

const byName = (...names: string[]) =>
  nameAll(
    '[Name]',
    ['Name'],
    names.map((name) => [name]),
  );

describe('document names', () => {
  test('are output_N without a pattern', () => {
    expect(nameAll(null, ['Name'], [['a'], ['b']])).toEqual(['output_1.pdf', 'output_2.pdf']);
    expect(nameAll('', ['Name'], [['a']])).toEqual(['output_1.pdf']);
  });

  test('contain the values of columns, matched like headers', () => {
    const rows = [['Anna', '7']];
    expect(nameAll('Letter to [name] no [ No ].pdf', ['Name', 'No'], rows)).toEqual([
      'Letter_to_Anna_no_7.pdf',
    ]);
  });

  test('a placeholder of an unknown column is empty, and the column is listed', () => {
    const namer = createRowNamer('[Unknown]-[Name]', ['Name']);
    expect(namer.unknownColumns).toEqual(['Unknown']);
    expect(namer.nameOf(['Anna'], 1)).toBe('-Anna');
  });

  test('only a pattern needs the values of the rows', () => {
    expect(createRowNamer(null, ['Name']).isDefault).toBe(true);
    expect(createRowNamer(' .pdf', ['Name']).isDefault).toBe(true);
    expect(createRowNamer('[Other]', ['Name']).isDefault).toBe(false);
    expect(createRowNamer('Letter', ['Name']).isDefault).toBe(false);
  });

  test('the columns are read once, however many placeholders are unknown', () => {
    const readsFor = (placeholders: number) => {
      const { names, reads } = countReads(['A', 'B', 'C']);
      createRowNamer('[q]'.repeat(placeholders), names);
      return reads();
    };
    expect(readsFor(160)).toBe(readsFor(1));
  });

  test('only the first 2,000 characters of a name are read', () => {
    const namer = createRowNamer('[A][A][B]', ['A', 'B']);
    const read: number[] = [];
    const values = new Proxy(['/'.repeat(1_500), 'b'], {
      get: (target, index) => {
        read.push(Number(index));
        return Reflect.get(target, index);
      },
    });
    expect(namer.nameOf(values, 1)).toBe('output_1');
    expect(read).toEqual([0, 0]);
    expect(cleanName(`${'/'.repeat(1_999)}ab`)).toBe('a');
    expect(cleanName(`a${'.'.repeat(1_000_000)}b`)).toBe('a');
  });

  test('a header may contain brackets, a pattern may contain an unclosed one', () => {
    expect(nameAll('[Amount [EUR]] [', ['Amount [EUR]'], [['5']])).toEqual(['5_[.pdf']);
    const columns = ['A', 'A] [B', 'A'];
    expect(nameAll('[A]-[A] [B]-[A] [C]', columns, [['1', '2', '3']])).toEqual(['1-2-1.pdf']);
  });

  test.each([
    ['A/B', 'AB.pdf'],
    ['C\\D', 'CD.pdf'],
    ['01/02/2026', '01022026.pdf'],
    ['a:b*c?"<>|d', 'abcd.pdf'],
    ['tab\there', 'tabhere.pdf'],
    ['new\nline', 'newline.pdf'],
    ['bell\u0007', 'bell.pdf'],
    ['Zoe\u0308', 'Zoë.pdf'],
    ['東京', '東京.pdf'],
    ['😀', '😀.pdf'],
    ['../../etc/passwd', 'etcpasswd.pdf'],
    [' . Anna . ', 'Anna.pdf'],
    ['first last', 'first_last.pdf'],
    ['\u202egnp.exe', 'gnp.exe.pdf'],
    ['CON', '_CON.pdf'],
    ['nul.txt.gz', '_nul.txt.gz.pdf'],
    ['COM1', '_COM1.pdf'],
    ['console', 'console.pdf'],
    ['\ud800x', 'x.pdf'],
    ['', 'output_1.pdf'],
    ['...', 'output_1.pdf'],
    ['/', 'output_1.pdf'],
  ])('%j becomes %j', (value, expected) => {
    expect(byName(value)).toEqual([expected]);
  });

  test('equal names get a number, ignoring case and Unicode form', () => {
    expect(byName('Anna', 'ANNA', 'Zoë', 'Zoe\u0308', 'anna')).toEqual([
      'Anna.pdf',
      'ANNA_2.pdf',
      'Zoë.pdf',
      'Zoë_2.pdf',
      'anna_3.pdf',
    ]);
  });

  test('a number never produces the own name of another row, whichever row comes first', () => {
    expect(byName('Anna', 'Anna', 'Anna', 'Anna_2')).toEqual([
      'Anna.pdf',
      'Anna_3.pdf',
      'Anna_4.pdf',
      'Anna_2.pdf',
    ]);
    expect(byName('Anna_2', 'Anna', 'Anna')).toEqual(['Anna_2.pdf', 'Anna.pdf', 'Anna_3.pdf']);
    expect(byName('Anna', 'Anna', 'Anna', 'Anna (2)')).toEqual([
      'Anna.pdf',
      'Anna_2.pdf',
      'Anna_3.pdf',
      'Anna_(2).pdf',
    ]);
  });

  test('an empty name and a name equal to its default stay different', () => {
    expect(byName('', 'output_1', '')).toEqual(['output_1.pdf', 'output_1_2.pdf', 'output_3.pdf']);
  });

  test('long names are cut between characters, the number included', () => {
    const [first, second] = byName('é'.repeat(300), 'É'.repeat(300));
    expect(first).toBe(`${'é'.repeat(100)}.pdf`);
    expect(second).toBe(`${'É'.repeat(99)}_2.pdf`);
    expect(cleanName('👨‍👩‍👧'.repeat(30))).toBe('👨‍👩‍👧'.repeat(11));
  });

  test('of any rows are as many as rows, distinct, safe and short', () => {
    const awkward = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'a',
        'A',
        'a_2',
        'a_3',
        '',
        '.',
        'con',
        'é',
        'e\u0301',
        '../x',
        'ﬁ',
        'ß',
        'SS',
        'İ',
        'output_2',
      ),
      fc.string({ unit: 'binary', minLength: 150, maxLength: 260 }),
    );
    const patterns = fc.oneof(
      fc.constantFrom('[A]', '[A]_[B]', 'x [B]', '[A', '[C]', ''),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(patterns, fc.array(fc.tuple(awkward, awkward), { maxLength: 30 }), (pattern, rows) => {
        const names = nameAll(pattern, ['A', 'B'], rows);
        expect(new Set(names.map(foldName)).size).toBe(rows.length);
        for (const name of names) {
          expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}\u202A-\u202E\u2066-\u2069]+\.pdf$/u);
          expect(name.isWellFormed()).toBe(true);
          const base = name.slice(0, -4);
          expect(Buffer.byteLength(base)).toBeLessThanOrEqual(200);
          expect(base).not.toMatch(/^[.\s]|[.\s]$/);
          expect(base.split('.')[0]).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/i);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('rows whose own name is unique keep it', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'a_2', 'a_3', 'b_2', 'c'), { minLength: 1 });
    fc.assert(
      fc.property(names, fc.array(fc.constantFrom('d', 'D'), { maxLength: 5 }), (unique, others) => {
        const named = byName(...others, ...unique);
        expect(named.slice(others.length)).toEqual(unique.map((name) => `${name}.pdf`));
      }),
    );
  });
});
