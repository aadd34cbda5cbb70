import { createCellFormats, GENERAL_FORMAT } from '../../../src/tables/xlsx/cell-format.ts';

const byCode = (formatCode: string) =>
  createCellFormats([{ formatId: 170, formatCode }], false)[0] ?? GENERAL_FORMAT;
const byId = (formatId: number) =>
  createCellFormats([{ formatId, formatCode: null }], false)[0] ?? GENERAL_FORMAT;

test.each([
  ['#,##0.00 [$€-407]', '46082.5', '46,082.50 €'],
  ['[$€-2] #,##0.00', '46082.5', '€ 46,082.50'],
  ['_-* #,##0.00 [$€-407]_-;-* #,##0.00 [$€-407]_-;_-* "-"?? [$€-407]_-;_-@_-', '-1234.5', '-1,234.50 €'],
  ['[$-407]d. mmmm yyyy', '46082', '1. März 2026'],
  // Formats that spreadsheet programs store for 01.03.2026 and the like, in German, Dutch, Danish, Portuguese.
  ['[$-407]dd/mm/yyyy', '46082', '01.03.2026'],
  ['[$-407]d/\\ mmmm\\ yyyy;@', '46082', '1. März 2026'],
  ['[$-413]dd/mm/yyyy', '46082', '01-03-2026'],
  ['[$-1010406]dd/mm/yyyy', '46082', '01-03-2026'],
  ['[$-de-AT]dd/mm/yyyy\\ hh:mm', '46082.5', '01.03.2026 12:00'],
  ['[$-416]dd/mm/yyyy', '46082', '01/03/2026'],
  ['[$-407]dd"/"mm\\/yyyy', '46082', '01/03/2026'],
  ['[<1][$-407]dd/mm;dd/mm/yyyy', '46082', '01/03/2026'],
  ['[$-407]# ?/?', '0.5', '1/2'],
  ['dd/mm/yyyy', '46082', '01/03/2026'],
  ['[$-de-DE,200]dd/mm/yyyy', '46082', '01.03.2026'],
  ['[ENG][$-409]d\\-mmm\\-yy;@', '46082', '1-Mar-26'],
  ['[ENG][$-407]dd/mm/yyyy', '46082', '01.03.2026'],
  ['[$-FC19]ddd dd/mm/yyyy', '46082', 'Вс 01.03.2026'],
  ['[$-FC22]dd/mm/yyyy', '46082', '01.03.2026'],
  ['[$-409]m/d/yy h:mm AM/PM;@', '46082.5', '3/1/26 12:00 PM'],
  ['[h]:mm:ss', '1.25', '30:00:00'],
  ['General" kg"', '12.5', '12.5 kg'],
  ['[Red]General', '551294046898', '551294046898'],
  ['dd/mm/yyyy', '-5', '-5'],
  ['dd/mm/yyyy', '99999999', '99999999'],
  ['not [[a format', '12.50', '12.5'],
  ['@', '007.10', '7.1'],
  ['[$€-de-DE] #,##0.00', '1234.5', '€ 1,234.50'],
  ['[$-en-US]#,##0.00', '1234.5', '1,234.50'],
  ['[$-F800]dddd, mmmm dd, yyyy', '46082', 'Sunday, March 1, 2026'],
  ['[$-x-sysdate]dddd, mmmm dd, yyyy', '46082', 'Sunday, March 1, 2026'],
  ['yyyy-mm-dd', '60', '1900-02-29'],
  ['yyyy-mm-dd', '59', '1900-02-28'],
  ['yyyy-mm-dd hh:mm:ss', '46081.9999999', '2026-03-01 00:00:00'],
  ['[h]:mm', '1.999999999', '48:00'],
  ['# ?/?', '0.5', '1/2'],
  ['0.00E+00', '12345', '1.23E+04'],
  ['[>=1000]#,##0;[<0]-0;0.00', '5', '5.00'],
  ['[<=9999999]###-####;(###) ###-####', '5551234567', '(555) 123-4567'],
  ['0.0,,"M"', '1234567', '1.2M'],
  ['0.00', '1.005', '1.01'],
  ['General;(General)', '-5', '(5)'],
])('%s shows %s as %s', (code, raw, shown) => {
  expect(byCode(code).number(raw)).toBe(shown);
});

test.each([
  [14, '2026-03-01'],
  [22, '2026-03-01 12:00'],
  [15, '1-Mar-26'],
  [9, '4608250%'],
  [44, '$46,082.50'],
  [0, '46082.5'],
  [12, '46082 1/2'],
  [11, '4.61E+04'],
  [46, '1105980:00:00'],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id): [number, string] => [
    id,
    '2026-03-01',
  ]),
])('built-in format %i does not depend on a region', (id, shown) => {
  expect(byId(id).number('46082.5')).toBe(shown);
});

test.each([
  ['_-@_-', 'abc', 'abc'],
  ['"No. "@', '7', 'No. 7'],
  ['0;-0;0;', 'abc', ''],
  ['0.00', 'abc', 'abc'],
])('format %s shows the text %s as %j', (code, text, shown) => {
  expect(byCode(code).text(text)).toBe(shown);
});

test.each([
  ['[h]:mm', '1.25', '30:00'],
  ['[mm]:ss', '0.5', '720:00'],
  ['h:mm', '0.5', '12:00'],
  ['yyyy-mm-dd', '1.25', '1904-01-02'],
])('in a workbook with the 1904 date system %s shows %s as %s', (formatCode, raw, shown) => {
  const [cell] = createCellFormats([{ formatId: 170, formatCode }], true);
  expect(cell?.number(raw)).toBe(shown);
});

test.each([
  ['dd/mm/yyyy', '46082', '2026-03-01'],
  ['dd/mm/yyyy', '46082.75', '2026-03-01'],
  ['dd/mm/yyyy hh:mm', '46082.75', '2026-03-01 18:00:00'],
  ['d mmm', '46082', '2026-03-01'],
  ['mmm-yy', '46082', '2026-03-01'],
  ['[$-407]dd/mm/yyyy;@', '59', '1900-02-28'],
  ['yyyy-mm-dd', '46082', null],
  ['h:mm', '46082.5', null],
  ['mm:ss', '46082.5', null],
  ['[h]:mm', '46082.5', null],
  ['dd/mm/yyyy', '0.5', null],
  ['dd/mm/yyyy', '-5', null],
  ['dd/mm/yyyy', '99999999', null],
  ['dd/mm/yyyy', 'x', null],
  ['0.00', '46082', null],
])('%s on %s reports the day %j', (code, raw, day) => {
  expect(byCode(code).day(raw)).toBe(day);
});
