import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import type { Column, Rental } from './rows.ts';

/** Number formats of columns; other columns are text. The CSV contains the displayed values. */
const numberFormats: Partial<Record<Column, string>> = {
  'Agreement Date': 'yyyy-mm-dd',
  'Date of Birth': 'yyyy-mm-dd',
  Start: 'yyyy-mm-dd',
  End: 'yyyy-mm-dd',
  Days: '0',
  Hours: '#,##0.0',
  'Daily Rate': '0.00',
  'Rental Charge': '#,##0.00',
  'Waiver Charge': '#,##0.00',
  Delivery: '#,##0.00',
  Net: '#,##0.00',
  VAT: '#,##0.00',
  Total: '#,##0.00',
  Deposit: '#,##0.00',
};

const madeAt = new Date('2026-11-27T12:00:00Z');

/** A realistic workbook: dates and numbers as such, a total as a formula, a frozen header. */
export async function makeWorkbook(rentals: readonly Rental[]): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Northfield Equipment Hire';
  workbook.created = madeAt;
  workbook.modified = madeAt;
  const sheet = workbook.addWorksheet('Rentals', { views: [{ state: 'frozen', ySplit: 1 }] });
  const columns = columnsOf(rentals);
  sheet.columns = columns.map((header) => ({ header, key: header, width: Math.max(12, header.length + 2) }));
  const header = sheet.getRow(1);
  header.font = { bold: true, color: { argb: 'FFFFFFFF' } };
  header.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF0D525C' } };
  const letter = (column: Column): string => sheet.getColumn(column).letter;
  rentals.forEach((rental, index) => {
    const number = index + 2;
    const row = sheet.addRow(rental);
    row.getCell('Total').value = {
      formula: `${letter('Net')}${number}+${letter('VAT')}${number}`,
      result: rental.Total,
    };
    for (const column of columns) {
      const format = numberFormats[column];
      if (format !== undefined) row.getCell(column).numFmt = format;
      else if (typeof rental[column] === 'string') row.getCell(column).numFmt = '@';
    }
    row.getCell('Address').alignment = { wrapText: true, vertical: 'top' };
  });
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** The same table as CSV (RFC 4180, UTF-8), with the displayed values of the workbook. */
export function makeCsv(rentals: readonly Rental[]): string {
  const columns = columnsOf(rentals);
  const data = rentals.map((rental) => columns.map((column) => displayed(column, rental[column])));
  return `${Papa.unparse({ fields: columns, data })}\r\n`;
}

function columnsOf(rentals: readonly Rental[]): Column[] {
  return Object.keys(rentals[0] ?? {}) as Column[];
}

function displayed(column: Column, value: Rental[Column]): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'string') return value;
  const format = numberFormats[column] ?? '0';
  const decimals = format.split('.')[1]?.length ?? 0;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: format.includes(','),
  });
}
