import fc from 'fast-check';
import { formatOf } from '../../../src/modules/templates/views/sheet/column-format.ts';
import { createFormatter } from '../../../src/stamping/format-value.ts';
import type { FieldMapping } from '../../../src/stamping/types.ts';

test.each<[string, FieldMapping[], string | null]>([
  ['no format', [{}], null],
  ['letters', [{ Format: 'Upper' }], null],
  ['a date without a pattern', [{ Format: 'Date' }], 'yyyy-mm-dd'],
  ['a date as half of Europe writes it', [{ Format: 'Date', FormatPattern: 'dd.mm.yyyy' }], 'dd.mm.yyyy'],
  ['a pattern alone', [{ FormatPattern: 'dd.mm.yyyy' }], 'dd.mm.yyyy'],
  ['day and month that read back swapped', [{ Format: 'Date', FormatPattern: 'd/m/yy' }], 'yyyy-mm-dd'],
  ['a time of day', [{ Format: 'Date', FormatPattern: 'dd.mm.yyyy hh:mm' }], 'dd.mm.yyyy hh:mm'],
  [
    'a time that is not read back',
    [{ Format: 'Date', FormatPattern: 'd.m.yy hh:mm' }],
    'yyyy-mm-dd hh:mm:ss',
  ],
  ['money', [{ Format: 'Currency' }], '#,##0.00'],
  ['a number with its own pattern', [{ Format: 'Number', FormatPattern: '0.0' }], '0.0'],
  ['thousands, which lose digits', [{ Format: 'Number', FormatPattern: '#,##0,' }], '#,##0.00'],
  ['no pattern at all', [{ Format: 'Number', FormatPattern: '[[["' }], '#,##0.00'],
  [
    'too long for a spreadsheet program',
    [{ Format: 'Number', FormatPattern: `0"${'x'.repeat(300)}"` }],
    '#,##0.00',
  ],
  ['text and a date from one column', [{}, { Format: 'Date', FormatPattern: 'dd.mm.yyyy' }], 'dd.mm.yyyy'],
])('%s', (_, mappings, code) => {
  expect(formatOf(mappings)?.code ?? null).toBe(code);
});

test('with any pattern, the example is read like the date itself', () => {
  const part = fc.constantFrom('d', 'dd', 'm', 'mm', 'mmm', 'yy', 'yyyy', '.', '/', '-', ' ', 'hh:mm');
  const pattern = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, (FormatPattern) => {
      const mapping: FieldMapping = { Format: 'Date', FormatPattern };
      const [example] = formatOf([mapping])?.examples ?? [];
      const format = createFormatter(mapping);
      const exact = format?.('2026-01-31 00:00:00');
      if (exact?.applied) expect(format?.(example?.text ?? '')).toEqual(exact);
    }),
  );
});
