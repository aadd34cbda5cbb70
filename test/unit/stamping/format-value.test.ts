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
    [{ Format: 'Number', FormatPattern: '0.000' }, '-1', '-1.000'],
    [{ Format: 'Number', FormatPattern: '0%' }, '0.25', '25%'],
    [{ Format: 'Date' }, '2026-03-01', '2026-03-01'],
    [{ Format: 'Date', FormatPattern: 'dd.mm.yyyy' }, '2026-03-01', '01.03.2026'],
    [{ Format: 'Date', FormatPattern: 'd mmmm yyyy' }, '31.12.2026', '31 December 2026'],
    [{ Format: 'Date', FormatPattern: 'yyyy-mm-dd hh:mm' }, '2026-10-25T02:30:00', '2026-10-25 02:30'],
    [{ FormatPattern: 'dd/mm/yy' }, '2026-03-01', '01/03/26'],
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
