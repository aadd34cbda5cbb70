import { Encodings } from 'pdf-lib/standard-fonts';

/** Byte encodings of simple fonts (ISO 32000-1, Annex D). `Ascii`: only ASCII is certain. */
export type BaseEncoding = 'WinAnsiEncoding' | 'MacRomanEncoding' | 'Ascii' | 'StandardEncoding';

export function encodingOf(name: string | undefined, font: { embedded: boolean }): BaseEncoding {
  switch (name) {
    case 'WinAnsiEncoding':
    case 'MacRomanEncoding':
      return name;
    // Not a standard name, but old forms use it for a superset of ASCII.
    case 'PDFDocEncoding':
      return 'Ascii';
    default:
      return font.embedded ? 'Ascii' : 'StandardEncoding';
  }
}

const winAnsi = new Map<number, number>();
for (const codePoint of Encodings.WinAnsi.supportedCodePoints) {
  const { code } = Encodings.WinAnsi.encodeUnicodeCodePoint(codePoint);
  if (!winAnsi.has(code) || codePoint < 256) winAnsi.set(code, codePoint);
}
const macRoman = new TextDecoder('macintosh').decode(Uint8Array.from({ length: 256 }, (_, code) => code));

/** The code point of a code, or null where the encoding has none. */
export function decodeCode(encoding: BaseEncoding, code: number): number | null {
  if (code < 0x20) return null;
  switch (encoding) {
    case 'WinAnsiEncoding':
      return winAnsi.get(code) ?? null;
    case 'MacRomanEncoding':
      return code === 0x7f ? null : (macRoman.charCodeAt(code) ?? null);
    case 'StandardEncoding':
      // D.2: two quotes differ from ASCII. The fallback font draws the upper half.
      if (code === 0x27) return 0x2019;
      if (code === 0x60) return 0x2018;
      return code < 0x7f ? code : null;
    case 'Ascii':
      return code < 0x7f ? code : null;
  }
}
