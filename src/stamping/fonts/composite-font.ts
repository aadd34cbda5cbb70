import { findArray, findDict, findNameText, findNumber, findStream, resolvedItems } from '../pdf/objects.ts';
import { decodePDFRawStream, PDFArray, PDFDict, PDFNumber, PDFRawStream } from '../pdf/pdf-lib.ts';
import { shapeArabic } from './arabic-shaping.ts';
import { withoutInvisible } from './bundled-font.ts';
import type { TextFont } from './text-font.ts';
import { readUnicodeMap } from './unicode-map.ts';
import { toVisualOrder } from './visual-order.ts';

const defaultAscent = 718;
const defaultDescent = -207;
const defaultWidth = 1000;

/**
 * A form's own composite font (ISO 32000-1, 9.7) with two-byte identity codes, written through its ToUnicode map.
 * Null for other encodings and for fonts without such a map.
 */
export function createCompositeFont(resource: string, dict: PDFDict): TextFont | null {
  if (findNameText(dict, 'Subtype') !== 'Type0' || findNameText(dict, 'Encoding') !== 'Identity-H')
    return null;
  const map = findStream(dict, 'ToUnicode');
  const [descendant] = resolvedItems(findArray(dict, 'DescendantFonts') ?? dict.context.obj([]));
  if (!(map instanceof PDFRawStream) || !(descendant instanceof PDFDict)) return null;
  const codes = readUnicodeMap(decodeText(map));
  if (codes.size === 0) return null;
  const widths = readWidths(descendant);
  const widthOfCode = widths.get.bind(widths);
  const fallback = findNumber(descendant, 'DW') ?? defaultWidth;
  const descriptor = findDict(descendant, 'FontDescriptor');
  const ascent = (descriptor && findNumber(descriptor, 'Ascent')) || defaultAscent;
  const descent = -Math.abs((descriptor && findNumber(descriptor, 'Descent')) || defaultDescent);
  const encode = (text: string) => {
    let operand = '<';
    let width = 0;
    for (const char of withoutInvisible(toVisualOrder(shapeArabic(text)))) {
      const code = codes.get(char) ?? (char === '\u00a0' ? codes.get(' ') : undefined);
      if (code === undefined) return null;
      operand += code.toString(16).padStart(4, '0');
      width += widthOfCode(code) ?? fallback;
    }
    return { show: `${operand}> Tj`, width };
  };
  return {
    resource,
    ascent,
    descent,
    lineHeight: Math.min(Math.max(ascent - descent, 1000), 1600),
    widthOf: (text) => encode(text)?.width ?? -1,
    encode,
  };
}

function decodeText(stream: PDFRawStream): string {
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    // An unreadable map counts as missing; the bundled font is used.
    return '';
  }
}

/** 9.7.4.3: `c [w1 w2 …]` and `first last w`. */
function readWidths(descendant: PDFDict): Map<number, number> {
  const widths = new Map<number, number>();
  const items = resolvedItems(findArray(descendant, 'W') ?? descendant.context.obj([]));
  for (let at = 0; at < items.length; ) {
    const first = items[at];
    const second = items[at + 1];
    if (!(first instanceof PDFNumber)) break;
    if (second instanceof PDFArray) {
      resolvedItems(second).forEach((width, index) => {
        if (width instanceof PDFNumber) widths.set(first.asNumber() + index, width.asNumber());
      });
      at += 2;
      continue;
    }
    const width = items[at + 2];
    if (!(second instanceof PDFNumber) || !(width instanceof PDFNumber)) break;
    const last = Math.min(second.asNumber(), 0xffff);
    for (let code = first.asNumber(); code <= last; code++) widths.set(code, width.asNumber());
    at += 3;
  }
  return widths;
}
