import { TableError } from '../table-error.ts';
import type { RawRow, TableLimits } from '../types.ts';
import { XlsxArchive } from './archive.ts';
import { createCellFormats } from './cell-format.ts';
import { rejectForeignPackage } from './foreign-package.ts';
import { readSharedStrings } from './shared-strings.ts';
import { SheetRows } from './sheet-rows.ts';
import { readStyles } from './styles.ts';
import { readWorkbook } from './workbook.ts';
import { damaged } from './xml-scanner.ts';

/** Reads the rows of the first visible worksheet. Closes the file at the end. Throws TableError. */
export async function* readXlsx(path: string, limits: TableLimits): AsyncGenerator<RawRow[]> {
  const archive = await XlsxArchive.open(path, limits);
  try {
    await rejectForeignPackage(archive);
    const workbook = await readWorkbook(archive);
    const styles = await readStyles(archive, workbook.stylesPart);
    const sheet = new SheetRows({
      sharedStrings: await readSharedStrings(archive, workbook.sharedStringsPart),
      formats: createCellFormats(styles, workbook.date1904),
    });
    const part = archive.findPart(workbook.sheetPart);
    if (part === null) throw damaged('its worksheet is missing');
    for await (const piece of part) {
      const rows = sheet.push(piece);
      if (rows.length > 0) yield rows;
      if (sheet.isDone) break;
    }
    sheet.end();
  } catch (error) {
    if (error instanceof TableError || !(error instanceof RangeError)) throw error;
    throw damaged('its content is not valid');
  } finally {
    archive.close();
  }
}
