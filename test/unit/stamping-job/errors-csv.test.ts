import { csvCell, ErrorsCsv } from '../../../src/modules/stamping/errors-csv.ts';
import { rowsInvalid } from '../../../src/modules/stamping/stamping-errors.ts';
import {
  addReport,
  addRow,
  createProblemReport,
  type RowProblem,
} from '../../../src/stamping-pool/problem-report.ts';

const all = { errors: 1_000, warnings: 1_000 };
const problem = (row: number, extra: Partial<RowProblem> = {}): RowProblem => ({
  row,
  severity: 'error',
  code: 'GLYPH_MISSING',
  column: 'Name',
  value: '東',
  message: 'No font has it.',
  ...extra,
});

test.each([
  ['=1+1', "'=1+1"],
  ['+47', "'+47"],
  ['-5', "'-5"],
  ['@home', "'@home"],
  ['\tx', "'\tx"],
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=a,"b"', '"\'=a,""b"""'],
  ['two\nlines', '"two\nlines"'],
])('%j is written as %j', (text, written) => {
  expect(csvCell(text)).toBe(written);
});

test('errors have a line each', () => {
  const csv = new ErrorsCsv();
  expect(csv.isEmpty).toBe(true);
  csv.add([problem(5), problem(7, { value: '=x' })]);
  expect(csv.isEmpty).toBe(false);
  expect(Buffer.from(csv.toBytes()).toString()).toBe(
    "row,column,value,code,message\r\n5,Name,東,GLYPH_MISSING,No font has it.\r\n7,Name,'=x,GLYPH_MISSING,No font has it.\r\n",
  );
});

test('of very many errors every row keeps at least one line', () => {
  const csv = new ErrorsCsv();
  for (let row = 2; row < 60_002; row += 1) csv.add([problem(row), problem(row, { column: 'City' })]);
  const lines = Buffer.from(csv.toBytes()).toString().trim().split('\r\n').slice(1);
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(60_000);
  expect(lines.length).toBeLessThan(90_000);
});

test('a rejection names rows and columns, a bounded number of them, and the total', () => {
  const report = createProblemReport();
  for (let row = 2; row < 502; row += 1) addRow(report, row < 302 ? [problem(row)] : [], all);
  const error = rowsInvalid(report);
  expect(error.code).toBe('ROWS_INVALID');
  expect(error.detail).toContain('300 of 500 rows');
  expect(error.detail).toContain('Row 2, column "Name"');
  expect(error.detail).toContain('first 100 of 300');
  expect(error.paths).toHaveLength(100);
  expect(error.paths[0]).toEqual({ path: 'row 2, column Name', message: 'GLYPH_MISSING: No font has it.' });
});

test('two errors in a row are one failed row', () => {
  const report = createProblemReport();
  addRow(report, [problem(2), problem(2, { column: 'City' })], { errors: 1, warnings: 0 });
  addRow(report, [problem(3, { severity: 'warning' })], { errors: 1, warnings: 0 });
  expect(report).toEqual({
    rows: 2,
    failedRows: 1,
    errors: { total: 2, items: [problem(2)] },
    warnings: { total: 1, items: [] },
  });
});

test('reports of batches add up, their problems kept in order and up to the bound', () => {
  const report = createProblemReport();
  for (const rows of [[2, 3], [4, 5], [6]]) {
    const batch = createProblemReport();
    for (const row of rows) addRow(batch, [problem(row), problem(row, { severity: 'warning' })], all);
    addReport(report, batch, { errors: 3, warnings: 0 });
  }
  expect(report).toEqual({
    rows: 5,
    failedRows: 5,
    errors: { total: 5, items: [problem(2), problem(3), problem(4)] },
    warnings: { total: 5, items: [] },
  });
});
