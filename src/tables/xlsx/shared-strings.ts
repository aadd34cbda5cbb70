import type { XlsxArchive } from './archive.ts';
import { damaged, TOKEN, XmlScanner } from './xml-scanner.ts';
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
    for (let token = xml.next(); token !== TOKEN.more; token = xml.next()) {
      if (token === TOKEN.text) {
        if (inText && !inPhonetic) text += xml.text();
      } else if (xml.nameIs('t')) {
        inText = token === TOKEN.open && !xml.selfClosing;
      } else if (xml.nameIs('rPh')) {
        inPhonetic = token === TOKEN.open && !xml.selfClosing;
      } else if (xml.nameIs('si')) {
        if (token === TOKEN.close || xml.selfClosing) strings.push(decodeCellEscapes(text));
        text = '';
      }
    }
  }
  if (!xml.isDrained) throw damaged('its shared string table is cut off');
  return strings;
}
