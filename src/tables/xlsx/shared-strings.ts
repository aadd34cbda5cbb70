import type { XlsxArchive } from './archive.ts';
import { damaged, XmlScanner } from './xml-scanner.ts';
import { decodeCellEscapes } from './xml-text.ts';

/** The texts of the shared string table. Runs of rich text are joined, phonetic hints (`rPh`) omitted. */
export async function readSharedStrings(archive: XlsxArchive, part: string | null): Promise<string[]> {
  const strings: string[] = [];
  const pieces = part === null ? null : archive.findPart(part);
  if (pieces === null) return strings;
  const xml = new XmlScanner();
  let text = '';
  let inText = false;
  let inPhonetic = false;
  for await (const piece of pieces) {
    xml.append(piece);
    for (let token = xml.next(); token !== 'incomplete'; token = xml.next()) {
      if (token === 'text') {
        if (inText && !inPhonetic) text += xml.text();
      } else if (xml.name === 't') {
        inText = token === 'open' && !xml.selfClosing;
      } else if (xml.name === 'rPh') {
        inPhonetic = token === 'open' && !xml.selfClosing;
      } else if (xml.name === 'si') {
        if (token === 'close' || xml.selfClosing) strings.push(decodeCellEscapes(text));
        text = '';
      }
    }
  }
  if (!xml.isDrained) throw damaged('its shared string table is cut off');
  return strings;
}
