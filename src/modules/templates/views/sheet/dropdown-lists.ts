import type { Workbook, Worksheet } from 'exceljs';

/** Drop-down lists on a sheet. A list inside a data validation is limited to 255 characters and cannot contain commas. */
interface DropdownLists {
  /** Adds a list and returns its range. Equal lists share a range. */
  add(texts: readonly string[]): string;
}

const SHEET = 'Options';

/** Creates the hidden sheet with the first list. */
export function createDropdownLists(workbook: Workbook): DropdownLists {
  const ranges = new Map<string, string>();
  let sheet: Worksheet | null = null;
  return {
    add(texts) {
      const key = JSON.stringify(texts);
      const known = ranges.get(key);
      if (known !== undefined) return known;
      sheet ??= workbook.addWorksheet(SHEET, { state: 'hidden' });
      const column = sheet.getColumn(ranges.size + 1);
      column.numFmt = '@';
      column.values = [...texts];
      const range = `${SHEET}!$${column.letter}$1:$${column.letter}$${texts.length}`;
      ranges.set(key, range);
      return range;
    },
  };
}
