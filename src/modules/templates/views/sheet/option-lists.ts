import type { Workbook, Worksheet } from 'exceljs';

/** Lists for drop-downs: on a sheet, since a list within a validation ends at 255 characters and splits at commas. */
export interface OptionLists {
  /** The range that holds these texts; equal lists share it. */
  add(texts: readonly string[]): string;
}

const SHEET = 'Options';

/** The hidden sheet is made with the first list. */
export function createOptionLists(workbook: Workbook): OptionLists {
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
