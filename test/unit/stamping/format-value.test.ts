import { createFormatter } from '../../../src/stamping/format-value.ts';
import type { FieldMapping } from '../../../src/stamping/types.ts';

const formatted = (mapping: FieldMapping, value: string) => createFormatter(mapping)?.(value) ?? null;

describe('formats', () => {
  test.each<[FieldMapping, string, string]>([
    [{ Format: 'Currency' }, '1234.5', '1,234.50'],
    [{ Format: 'Currency' }, '1.234,50', '1,234.50'],
    [{ Format: 'Currency' }, '7,5', '7.50'],
    [{ Format: 'Currency' }, '$1,234.50', '1,234.50'],
    [{ Format: 'Currency', FormatPattern: '#,##0.00 "€"' }, '99', '99.00 €'],
    [{ Format: 'Number' }, '0042.50', '42.5'],
    [{ Format: 'Number' }, '551294046898', '551294046898'],
    [{ Format: 'Number' }, '-99999999999.5', '-99999999999.5'],
    [{ Format: 'Number', FormatPattern: '"No. "General' }, '551294046898', 'No. 551294046898'],
    [{ Format: 'Number', FormatPattern: '0.000' }, '-1', '-1.000'],
    [{ Format: 'Currency', FormatPattern: '_($* #,##0.00_)' }, '1234.5', '$1,234.50'],
    [{ Format: 'Currency' }, '999999999999999', '999,999,999,999,999.00'],
    [{ Format: 'Number', FormatPattern: '0%' }, '0.25', '25%'],
    [{ Format: 'Date' }, '2026-03-01', '2026-03-01'],
    [{ Format: 'Date', FormatPattern: 'dd.mm.yyyy' }, '2026-03-01', '01.03.2026'],
    [{ Format: 'Date', FormatPattern: 'd mmmm yyyy' }, '31.12.2026', '31 December 2026'],
    [{ Format: 'Date', FormatPattern: 'yyyy-mm-dd hh:mm' }, '2026-10-25T02:30:00', '2026-10-25 02:30'],
    [
      { Format: 'Date', FormatPattern: 'yyyy-mm-dd hh:mm' },
      '2026-10-25 02:30:00.5 +02:00',
      '2026-10-25 02:30',
    ],
    [{ Format: 'Date', FormatPattern: 'yyyy-mm-dd hh:mm' }, '25.10.2026 02:30', '2026-10-25 02:30'],
    [{ Format: 'Date', FormatPattern: 'yyyy-mm-dd hh:mm' }, '2026-10-25 02:30 PM', '2026-10-25 14:30'],
    [{ Format: 'Date' }, '2026-10-25Z', '2026-10-25'],
    [{ Format: 'Date' }, '1900-01-01', '1900-01-01'],
    [{ FormatPattern: 'dd/mm/yy' }, '2026-03-01', '01/03/26'],
    [{ FormatPattern: '[$-407]dd/mm/yy' }, '2026-03-01', '01.03.26'],
    [{ FormatPattern: '0.0' }, '2', '2.0'],
    [{ Format: 'Upper' }, 'straße', 'STRASSE'],
    [{ Format: 'Lower' }, 'ÅSE', 'åse'],
    [{ Format: 'Title' }, "anna o'neill-BERG", "Anna O'neill-Berg"],
  ])('%j of %j is %j', (mapping, value, expected) => {
    expect(formatted(mapping, value)).toEqual({ text: expected, applied: true });
  });

  test.each<[FieldMapping, string]>([
    [{ Format: 'Currency' }, 'n/a'],
    [{ Format: 'Date' }, '2026-02-30'],
    [{ Format: 'Date' }, 'tomorrow'],
    [{ Format: 'Date' }, '3 March'],
    // Text behind the date would be lost.
    [{ Format: 'Date' }, '2026-03-01 to 2026-04-01'],
    [{ Format: 'Date' }, '2026-03-011'],
    [{ Format: 'Date' }, '2026-03-01 10:30:99'],
    [{ Format: 'Date' }, '2026-03-01 24:01'],
    // Spreadsheets, whose codes these are, know no day before 1900.
    [{ Format: 'Date' }, '1899-12-31'],
    [{ Format: 'Date' }, '05.05.1850'],
    [{ Format: 'Date' }, '0026-05-05'],
    // A number of so many digits would lose the last ones.
    [{ Format: 'Number' }, '12345678901234567890'],
    [{ Format: 'Currency' }, '9007199254740993'],
    [{ Format: 'Number', FormatPattern: '0.0;;;;;[' }, '5'],
  ])('%j leaves %j as it is', (mapping, value) => {
    expect(formatted(mapping, value)).toEqual({ text: value, applied: false });
  });

  test('without a format values are not touched', () => {
    expect(createFormatter({})).toBeNull();
  });
});

describe('a value that two countries read in two ways says how it was read', () => {
  test.each<[FieldMapping, string, string]>([
    [{ Format: 'Date' }, '01/02/2026', '2026-01-02'],
    [{ Format: 'Date' }, '3-4-2026', '2026-03-04'],
    [{ FormatPattern: 'dd.mm.yyyy' }, '12/11/26', '2026-12-11'],
    [{ Format: 'Currency' }, '1,234', '1234'],
    // A thousand where a point divides thousands; no amount has three decimals.
    [{ Format: 'Currency' }, '1.234', '1.234'],
  ])('%j of %s', (mapping, value, reading) => {
    expect(formatted(mapping, value)).toMatchObject({ applied: true, reading });
  });

  test.each<[FieldMapping, string]>([
    [{ Format: 'Date' }, '2026-01-02'],
    [{ Format: 'Date' }, '1.2.2026'],
    [{ Format: 'Date' }, '02/02/2026'],
    [{ Format: 'Date' }, '12/31/2026'],
    [{ Format: 'Currency' }, '1.234,50'],
    [{ Format: 'Currency' }, '1,234.50'],
    [{ Format: 'Number' }, '1.234'],
    [{ Format: 'Currency' }, '0.125'],
    [{ Format: 'Currency' }, '1234.567'],
    [{ Format: 'Currency' }, '0,125'],
    [{ Format: 'Currency' }, '1,234,567'],
  ])('%j of %s is read in one way', (mapping, value) => {
    expect(formatted(mapping, value)?.reading).toBeUndefined();
  });
});
