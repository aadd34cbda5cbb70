import ExcelJS, { type Column, type DataValidation, type Fill, type Worksheet } from 'exceljs';
import { createDropdownLists } from './dropdown-lists.ts';
import type { SheetColumn, SheetContent } from './sheet-types.ts';

/** The last row with drop-down lists. Some readers store a rule per cell, and take minutes for a whole column. */
const LAST_ROW = 2_000;
const HEADER_ROW = 1;
const EXAMPLE_ROW = 2;
const EXAMPLE_NOTE = 'This is an example. Replace it with your first row.';

const fill = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const plainHeader = fill('FFE7E9EC');
const requiredHeader = fill('FFFFD966');

/** Writes an XLSX file: header with notes, one example row, and options on a hidden second sheet. */
export async function writeWorkbook({ columns, example }: SheetContent): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Rows', { views: [{ state: 'frozen', ySplit: HEADER_ROW }] });
  const lists = createDropdownLists(workbook);
  columns.forEach((column, index) => {
    const target = sheet.getColumn(index + 1);
    target.width = Math.min(40, Math.max(12, column.header.length + 2));
    // For the whole column, so that new rows have the format too.
    target.numFmt = column.format;
    writeHeader(sheet, index + 1, column);
    const cell = sheet.getCell(EXAMPLE_ROW, index + 1);
    cell.value = example[index]?.value ?? null;
    cell.numFmt = column.format;
    cell.font = { italic: true, color: { argb: 'FF5F6B7A' } };
    if (column.choices !== null)
      restrict(sheet, target, { ...column.choices, list: lists.add(column.choices.texts) });
  });
  sheet.getCell(EXAMPLE_ROW, 1).note = EXAMPLE_NOTE;
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

function writeHeader(sheet: Worksheet, position: number, column: SheetColumn): void {
  const cell = sheet.getCell(HEADER_ROW, position);
  cell.value = column.header;
  cell.numFmt = '@';
  cell.font = { bold: true };
  cell.fill = column.isRequired ? requiredHeader : plainHeader;
  if (column.note !== '') cell.note = column.note;
}

/** The library supports ranges, but its types do not have them. */
interface Validations {
  add(range: string, validation: DataValidation): void;
}

/** Adds a drop-down list to the rows of a column. */
function restrict(
  sheet: Worksheet,
  column: Partial<Column> & { letter?: string },
  { list, strict }: { list: string; strict: boolean },
): void {
  const { dataValidations } = sheet as unknown as { dataValidations: Validations };
  dataValidations.add(`${column.letter}${EXAMPLE_ROW}:${column.letter}${LAST_ROW}`, {
    type: 'list',
    allowBlank: true,
    formulae: [list],
    showErrorMessage: true,
    errorStyle: strict ? 'stop' : 'warning',
    errorTitle: 'Not in the list',
    error: strict
      ? 'Choose one of the options, or leave the cell blank.'
      : 'This value is not an option of the form.',
  });
}
