import ExcelJS, { type Column, type DataValidation, type Fill, type Worksheet } from 'exceljs';
import { createOptionLists } from './option-lists.ts';
import type { SheetColumn, SheetContent } from './sheet-types.ts';

/** Drop-downs end here: readers that keep a rule for each cell take minutes for a range of a whole column. */
const LAST_ROW = 2_000;
const HEADER_ROW = 1;
const EXAMPLE_ROW = 2;
const EXAMPLE_NOTE = 'An example. Put your first row in its place.';

const fill = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const plainHeader = fill('FFE7E9EC');
const requiredHeader = fill('FFFFD966');

/** The sheet as XLSX: header with notes, one example row, lists of options on a hidden second sheet. */
export async function writeWorkbook({ columns, example }: SheetContent): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Rows', { views: [{ state: 'frozen', ySplit: HEADER_ROW }] });
  const lists = createOptionLists(workbook);
  columns.forEach((column, index) => {
    const target = sheet.getColumn(index + 1);
    target.width = Math.min(40, Math.max(12, column.header.length + 2));
    // Of the whole column, so that rows to come have it too.
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

/** Ranges are what the library writes, and what its types do not tell of. */
interface Validations {
  add(range: string, validation: DataValidation): void;
}

/** Drop-downs for the rows of a column. */
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
      : 'The form does not list this option.',
  });
}
