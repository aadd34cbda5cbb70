import { csvCell, ErrorsCsv } from '../../../src/modules/stamping/errors-csv.ts';
import {
  addToReport,
  createProblemReport,
  rowsInvalid,
} from '../../../src/modules/stamping/problem-report.ts';
import type { RowProblem } from '../../../src/modules/stamping/threads/thread-messages.ts';

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

test('errors have a line each, warnings have none', () => {
  const csv = new ErrorsCsv();
  expect(csv.isEmpty).toBe(true);
  csv.add([problem(5), problem(6, { severity: 'warning' }), problem(7, { value: '=x' })]);
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

test('a refusal names rows and columns, a bounded number of them, and the total', () => {
  const report = createProblemReport();
  addToReport(
    report,
    { rowCount: 500, problems: Array.from({ length: 300 }, (_, i) => problem(i + 2)) },
    1_000,
  );
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
  addToReport(
    report,
    {
      rowCount: 3,
      problems: [problem(2), problem(2, { column: 'City' }), problem(3, { severity: 'warning' })],
    },
    1,
  );
  expect(report).toMatchObject({ rows: 3, failedRows: 1, errors: { total: 2 }, warnings: { total: 1 } });
  expect(report.errors.items).toHaveLength(1);
});
