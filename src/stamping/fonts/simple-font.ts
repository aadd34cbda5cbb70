import {
  findArray,
  findDict,
  findNameText,
  findNumber,
  findNumbers,
  nameText,
  resolvedItems,
} from '../pdf/objects.ts';
import { PDFDict, PDFName, PDFNumber } from '../pdf/pdf-lib.ts';
import { decodeCode, encodingOf } from './encodings.ts';
import { codePointOfGlyph } from './glyph-names.ts';
import { type StandardMetrics, standardFontFor, standardMetrics } from './standard-fonts.ts';
import type { EncodedText, TextFont } from './text-font.ts';

const defaultAscent = 718;
const defaultDescent = -207;

/**
 * A form's own simple font (ISO 32000-1, 9.6) with its widths and encoding. Null for fonts that cannot be used by
 * code: composite and Type 3 fonts, symbol sets.
 */
export function createSimpleFont(resource: string, dict: PDFDict): TextFont | null {
  const subtype = findNameText(dict, 'Subtype');
  if (subtype !== 'Type1' && subtype !== 'TrueType' && subtype !== 'MMType1') return null;
  const baseFont = findNameText(dict, 'BaseFont') ?? '';
  const standard = standardFontFor(baseFont);
  if (standard === 'Symbol' || standard === 'ZapfDingbats') return null;
  const metrics = standardMetrics(standard);
  const descriptor = findDict(dict, 'FontDescriptor');
  const codes = codesOf(dict, descriptor);
  const widths = widthsOf(dict, { descriptor, codes, metrics });
  const box = descriptor && findNumbers(descriptor, 'FontBBox', 4);
  const [top, bottom] =
    box?.[3] && box[3] > (box[1] ?? 0) ? [box[3], box[1] ?? 0] : [metrics.top, metrics.bottom];
  return byteFont({
    resource,
    ascent:
      positive(descriptor && findNumber(descriptor, 'Ascent')) ??
      (descriptor ? defaultAscent : metrics.ascent),
    descent:
      negative(descriptor && findNumber(descriptor, 'Descent')) ??
      (descriptor ? defaultDescent : metrics.descent),
    lineHeight: Math.min(Math.max(top - bottom, 1000), 1600),
    codes,
    widths,
  });
}

/** One of the 14 standard fonts with WinAnsiEncoding, for fonts that the form does not contain. */
export function createStandardFont(resource: string, name: Parameters<typeof standardMetrics>[0]): TextFont {
  const metrics = standardMetrics(name);
  const codes = new Map<number, number>();
  const widths = new Float64Array(256).fill(-1);
  for (let code = 32; code < 256; code++) {
    const codePoint = decodeCode('WinAnsiEncoding', code);
    if (codePoint === null) continue;
    codes.set(codePoint, code);
    widths[code] = metrics.widthOf(codePoint) ?? -1;
  }
  const { ascent, descent, top, bottom } = metrics;
  return byteFont({ resource, ascent, descent, lineHeight: top - bottom, codes, widths });
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 100 && value < 2000 ? value : undefined;
}

function negative(value: number | undefined): number | undefined {
  return value !== undefined && value !== 0 && Math.abs(value) < 1000 ? -Math.abs(value) : undefined;
}

/** From code point to code: the base encoding with its differences (9.6.6). */
function codesOf(dict: PDFDict, descriptor: PDFDict | undefined): Map<number, number> {
  const encoding = dict.lookup(PDFName.of('Encoding'));
  const named =
    nameText(encoding) ?? (encoding instanceof PDFDict ? findNameText(encoding, 'BaseEncoding') : undefined);
  // Without a base, an embedded font uses its built-in encoding; nearly all of them agree on ASCII.
  const base = encodingOf(named, { embedded: descriptor !== undefined });
  const byCode: (number | null)[] = Array.from({ length: 256 }, (_, code) => decodeCode(base, code));
  if (encoding instanceof PDFDict) {
    let code = 0;
    for (const item of resolvedItems(findArray(encoding, 'Differences') ?? dict.context.obj([]))) {
      if (item instanceof PDFNumber) code = item.asNumber();
      else byCode[code++ & 0xff] = codePointOfGlyph(nameText(item) ?? '');
    }
  }
  const codes = new Map<number, number>();
  byCode.forEach((codePoint, code) => {
    if (codePoint !== null && !codes.has(codePoint)) codes.set(codePoint, code);
  });
  return codes;
}

interface WidthSource {
  descriptor: PDFDict | undefined;
  codes: Map<number, number>;
  metrics: StandardMetrics;
}

/** Width of each code; -1 for codes without a glyph. */
function widthsOf(dict: PDFDict, { descriptor, codes, metrics }: WidthSource): Float64Array {
  const widths = new Float64Array(256).fill(-1);
  const given = findArray(dict, 'Widths');
  if (given === undefined) {
    for (const [codePoint, code] of codes) widths[code] = metrics.widthOf(codePoint) ?? -1;
    return widths;
  }
  const first = findNumber(dict, 'FirstChar') ?? 0;
  resolvedItems(given).forEach((item, index) => {
    const code = first + index;
    if (!(item instanceof PDFNumber) || code < 0 || code > 255) return;
    // Subsets have width 0 for omitted glyphs. A space can have width 0 as well.
    widths[code] = item.asNumber() > 0 ? item.asNumber() : -1;
  });
  // 9.8.1: codes outside Widths have MissingWidth; relevant only for complete fonts.
  const missing = descriptor ? (findNumber(descriptor, 'MissingWidth') ?? 0) : 0;
  const isSubset = /^[A-Z]{6}\+/.test(findNameText(dict, 'BaseFont') ?? '');
  if (missing > 0 && !isSubset) {
    for (const code of codes.values()) if ((widths[code] ?? -1) < 0) widths[code] = missing;
  }
  return widths;
}

interface ByteFont extends Omit<TextFont, 'encode' | 'widthOf'> {
  codes: Map<number, number>;
  widths: Float64Array;
}

function byteFont({ codes, widths, ...font }: ByteFont): TextFont {
  const low = new Int16Array(256).fill(-1);
  const high = new Map<number, number>();
  for (const [codePoint, code] of codes) {
    // Right-to-left text needs ordering and shaping; the bundled font does both.
    if ((widths[code] ?? -1) < 0 || (codePoint >= 0x590 && codePoint <= 0x8ff)) continue;
    if (codePoint < 256) low[codePoint] = code;
    else high.set(codePoint, code);
  }
  // A no-break space is drawn as a space when the encoding has no code for it.
  if (low[0xa0] === -1) low[0xa0] = low[0x20] ?? -1;
  const plainWidths = widths.map((width, code) =>
    low[code] === code && code >= 0x20 && !needsEscape.has(code) ? width : -1,
  );
  let lastText = '';
  let lastEncoded: EncodedText | null = { show: '() Tj', width: 0 };
  const codeOf = (unit: number) => (unit < 256 ? (low[unit] ?? -1) : (high.get(unit) ?? -1));
  return {
    ...font,
    widthOf: (text) => {
      let width = 0;
      for (let i = 0; i < text.length; i++) {
        const code = codeOf(text.charCodeAt(i));
        if (code < 0) return -1;
        width += widths[code] ?? 0;
      }
      return width;
    },
    plainWidthOf: (text) => {
      let width = 0;
      for (let i = 0; i < text.length; i++) {
        const more = plainWidths[text.charCodeAt(i)] ?? -1;
        if (more < 0) return -1;
        width += more;
      }
      return width;
    },
    // Each text is encoded twice, to check for glyphs and to draw it, so the last result is cached.
    encode: (text) => {
      if (text !== lastText) {
        lastEncoded = encodeBytes(text, codeOf, widths);
        lastText = text;
      }
      return lastEncoded;
    },
  };
}

const needsEscape = new Set([0x28, 0x29, 0x5c, 0x0a, 0x0d]);

/** A literal string (7.3.4.2) of a text's codes. Most texts equal their codes and need no change. */
function encodeBytes(
  text: string,
  codeOf: (unit: number) => number,
  widths: Float64Array,
): EncodedText | null {
  let width = 0;
  let same = true;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const code = codeOf(unit);
    if (code < 0) return null;
    width += widths[code] ?? 0;
    if (code !== unit || code === 0x28 || code === 0x29 || code === 0x5c || code < 0x20) same = false;
  }
  if (same) return { show: `(${text}) Tj`, width };
  let operand = '(';
  for (let i = 0; i < text.length; i++) {
    const code = codeOf(text.charCodeAt(i));
    if (!needsEscape.has(code)) operand += String.fromCharCode(code);
    else if (code === 0x0a) operand += '\\n';
    else if (code === 0x0d) operand += '\\r';
    else operand += `\\${String.fromCharCode(code)}`;
  }
  return { show: `${operand}) Tj`, width };
}
