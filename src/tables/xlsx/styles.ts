import type { XlsxArchive } from './archive.ts';
import { damaged, XmlScanner } from './xml-scanner.ts';

const MAX_STYLES = 65_536;

export interface CellStyle {
  formatId: number;
  /** The number format code that the file defines for `formatId`, or null. */
  formatCode: string | null;
}

/** The number format of each cell style; cells refer to its index (ECMA-376 part 1, 18.8.10 and 18.8.31). */
export async function readStyles(archive: XlsxArchive, part: string | null): Promise<CellStyle[]> {
  const text = part === null ? null : await archive.findText(part);
  if (text === null) return [];
  const codes = new Map<number, string>();
  const formatIds: number[] = [];
  const xml = new XmlScanner();
  xml.append(text);
  let inCellFormats = false;
  let inNumberFormats = false;
  for (let token = xml.next(); token !== 'incomplete'; token = xml.next()) {
    if (token === 'text') continue;
    if (xml.name === 'cellXfs') inCellFormats = token === 'open' && !xml.selfClosing;
    // `numFmt` also occurs in conditional formats, with other ids.
    if (xml.name === 'numFmts') inNumberFormats = token === 'open' && !xml.selfClosing;
    if (token !== 'open') continue;
    if (inNumberFormats && xml.name === 'numFmt') {
      const code = xml.attribute('formatCode');
      if (code !== null) codes.set(Number(xml.attribute('numFmtId')), code);
    } else if (inCellFormats && xml.name === 'xf') {
      if (formatIds.length >= MAX_STYLES) throw damaged(`it has more than ${MAX_STYLES} cell styles`);
      formatIds.push(Number(xml.attribute('numFmtId') ?? 0));
    }
  }
  return formatIds.map((formatId) => ({ formatId, formatCode: codes.get(formatId) ?? null }));
}
