import { Encodings } from 'pdf-lib/standard-fonts';

/** Accents in composed glyph names ("zcaron") and their combining characters. */
const accents: Record<string, number> = {
  grave: 0x300,
  acute: 0x301,
  circumflex: 0x302,
  tilde: 0x303,
  macron: 0x304,
  breve: 0x306,
  dotaccent: 0x307,
  dieresis: 0x308,
  ring: 0x30a,
  hungarumlaut: 0x30b,
  caron: 0x30c,
  commaaccent: 0x327,
  cedilla: 0x327,
  ogonek: 0x328,
};

/** Further glyph names: the rest of PDFDocEncoding and of the Latin alphabets. */
const others: Record<string, number> = {
  breve: 0x2d8,
  caron: 0x2c7,
  dotaccent: 0x2d9,
  hungarumlaut: 0x2dd,
  ogonek: 0x2db,
  ring: 0x2da,
  fraction: 0x2044,
  minus: 0x2212,
  fi: 0xfb01,
  fl: 0xfb02,
  dotlessi: 0x131,
  Lslash: 0x141,
  lslash: 0x142,
  Dcroat: 0x110,
  dcroat: 0x111,
  space: 0x20,
  nbspace: 0xa0,
  sfthyphen: 0xad,
};

const known = new Map<string, number>(Object.entries(others));
for (const codePoint of Encodings.WinAnsi.supportedCodePoints) {
  known.set(Encodings.WinAnsi.encodeUnicodeCodePoint(codePoint).name, codePoint);
}
known.set('space', 0x20);
known.set('hyphen', 0x2d);

/** The code point of a glyph name (Adobe Glyph List rules), or null. */
export function codePointOfGlyph(name: string): number | null {
  const plain = name.split('.', 1)[0] ?? '';
  const direct = known.get(plain);
  if (direct !== undefined) return direct;
  const hex = /^(?:uni([\dA-F]{4})|u([\dA-F]{4,6}))$/.exec(plain);
  if (hex) return Number.parseInt(hex[1] ?? hex[2] ?? '', 16);
  const composed = /^([A-Za-z])([a-z]{4,})$/.exec(plain);
  const accent = composed && accents[composed[2] ?? ''];
  if (!composed || !accent) return null;
  const letter = `${composed[1]}${String.fromCodePoint(accent)}`.normalize('NFC');
  return letter.length === 1 ? letter.charCodeAt(0) : null;
}

const nameByCodePoint = new Map<number, string>();
for (const [name, codePoint] of known) nameByCodePoint.set(codePoint, name);

/** The glyph name of a code point in the standard font metrics, or null. */
export function glyphNameOf(codePoint: number): string | null {
  const direct = nameByCodePoint.get(codePoint);
  if (direct !== undefined) return direct;
  const [letter, mark, rest] = String.fromCodePoint(codePoint).normalize('NFD');
  if (letter === undefined || mark === undefined || rest !== undefined) return null;
  const accent = Object.entries(accents).find(([, code]) => code === mark.codePointAt(0));
  return accent ? letter + accent[0] : null;
}
