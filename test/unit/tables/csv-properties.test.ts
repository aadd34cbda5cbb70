import fc from 'fast-check';
import Papa from 'papaparse';
import { readContent, valuesOf } from '../../support/tables/read-all.ts';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é', '😀'), maxLength: 12 }),
);
/** At least one value that is not blank, so that the row is a row. */
const grid = fc
  .array(fc.tuple(cell, cell, fc.constantFrom('x', '1.5', 'Ø')), { minLength: 1, maxLength: 20 })
  .map((rows) => rows.map((row) => row.map((text) => text.replaceAll('\0', ''))));

test('files written according to RFC 4180 read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(grid, fc.constantFrom(',', ';', '\t', '|'), async (rows, delimiter) => {
      const text = Papa.unparse([['Name', 'Note', 'Last'], ...rows], {
        delimiter,
        newline: '\r\n',
        quotes: true,
      });
      const expected = rows.map((row) => row.map((value) => value.replace(/\r\n?/g, '\n')));
      expect(await valuesOf(text)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test('the reader agrees with a reference reader on files with quotes only where needed', async () => {
  await fc.assert(
    fc.asyncProperty(grid, async (rows) => {
      const text = Papa.unparse([['Name', 'Note', 'Last'], ...rows], { delimiter: ',', newline: '\n' });
      const reference = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' }).data.slice(1);
      const { rows: read } = await readContent(text);
      expect(read.map((row) => row.values)).toEqual(
        reference.map((row) => row.map((v) => v.replace(/\r\n?/g, '\n'))),
      );
    }),
    { numRuns: 200 },
  );
});
