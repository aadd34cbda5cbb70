import { presentationForms, shapeArabic } from './arabic-shaping.ts';
import { type BundledFace, bundledFace, type FaceStyle } from './bundled-face.ts';
import type { EncodedText, TextFont, TextRun } from './text-font.ts';
import { toVisualOrder } from './visual-order.ts';

/** Glyphs of a bundled face. New ids are in the order in which the glyphs were added. */
export interface GlyphSubset {
  face: BundledFace;
  /** Old glyph ids by new id; 0 is the missing glyph. */
  glyphs: number[];
  widths: number[];
  /** The text of each new id. */
  texts: string[];
}

/** A bundled font, or one from a font file. */
export interface BundledFont extends TextFont {
  style: FaceStyle;
  subset: GlyphSubset;
  /** Set by the writer of the font's objects. */
  objectNumber: number;
  /** It has a glyph for a shaped character. */
  has: (char: string) => boolean;
  /** Encodes a text that is already shaped and in visual order. */
  encodeVisual: (visual: string) => EncodedText | null;
}

/** Invisible characters: default ignorable ones (Unicode), which only affect layout, and control characters. */
const invisible =
  /[\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\p{Variation_Selector}|[\u{E0000}-\u{E0FFF}]/gu;

/** Vowel signs and the like. */
const arabicMark = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/;
const hebrewMark = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/;
/** Marks whose position depends on their letter. Marks of left-to-right scripts need no positioning. */
const placedMark = new RegExp(`${arabicMark.source}|${hebrewMark.source}`);
/** Marks, their letter and the letters before the next marks. */
const lettersWithMarks = new RegExp(`((?:${placedMark.source})*)((?:(?!${placedMark.source})[^])*)`, 'gu');
const shadda = '\u0651';
/** Vowel signs that form one glyph with a doubling sign. */
const vowels = '\u064b\u064c\u064d\u064e\u064f\u0650\u0670';
/** Combined marks have the same glyph on every letter. */
const anyLetter = '\u0628';
const plainAscii = /^[\x20-\x7e]*$/;

/** A text without invisible characters. */
export function withoutInvisible(text: string): string {
  return plainAscii.test(text) ? text : text.replace(invisible, '');
}

/** The drawn characters of a line, shaped and in visual order. */
export function visualText(line: string): string {
  return withoutInvisible(toVisualOrder(shapeArabic(line)));
}

/** The first character that a style cannot draw, or null. */
export function findMissing(text: string, style: FaceStyle): string | null {
  const face = bundledFace(style);
  for (const char of withoutInvisible(text)) {
    if (face.glyphOf(char.codePointAt(0) ?? 0) === null) return char;
  }
  return null;
}

/**
 * A bundled font. Without `characters` it adds glyphs as texts need them; with `characters` it has exactly those (and
 * the forms of Arabic ones), so that it can be shared.
 */
export function createBundledFont(
  resource: string,
  style: FaceStyle,
  characters?: Iterable<number>,
): BundledFont {
  const face = bundledFace(style);
  const subset: GlyphSubset = { face, glyphs: [0], widths: [600], texts: [''] };
  const newIds = new Map<number, number>();
  const codes: string[] = ['0000'];
  const takeGlyph = (glyph: { id: number; width: number; text: string }): number => {
    const known = newIds.get(glyph.id);
    if (known !== undefined) return known;
    const id = subset.glyphs.push(glyph.id) - 1;
    newIds.set(glyph.id, id);
    codes.push(id.toString(16).padStart(4, '0'));
    subset.widths.push(glyph.width);
    subset.texts.push(glyph.text);
    return id;
  };
  const take = (codePoint: number): number => {
    const glyph = face.glyphOf(codePoint);
    return glyph === null ? -1 : takeGlyph({ ...glyph, text: plainText(codePoint) });
  };
  if (characters) {
    for (const codePoint of [...characters].sort((a, b) => a - b)) {
      take(codePoint);
      for (const form of presentationForms(codePoint)) take(form);
    }
    for (const marks of doubledMarks(characters)) {
      for (const mark of face.marksOf(anyLetter, marks) ?? []) takeGlyph(mark);
    }
  }
  const idOfGlyph = characters ? (glyph: { id: number }) => newIds.get(glyph.id) ?? -1 : takeGlyph;
  const idOf = characters ? (codePoint: number) => newIds.get(face.glyphOf(codePoint)?.id ?? -1) ?? -1 : take;
  // When the font does not have a form, the letter itself is drawn.
  const idOfShape = (char: string) => {
    const id = idOf(char.codePointAt(0) ?? 0);
    return id >= 0 ? id : idOf(plainText(char.codePointAt(0) ?? 0).codePointAt(0) ?? 0);
  };
  const encodeVisual = (visual: string): EncodedText | null => {
    let operand = '<';
    let width = 0;
    let hasMarks = false;
    for (const char of visual) {
      const id = idOfShape(char);
      if (id < 0) return null;
      if (placedMark.test(char)) {
        hasMarks = true;
        continue;
      }
      operand += codes[id];
      width += subset.widths[id] ?? 0;
    }
    if (!hasMarks) return { show: `${operand}> Tj`, width };
    return { show: '', width, runs: runsWithMarks(visual) };
  };
  // In visual order marks precede their letter. They have no width: each is drawn from the letter's origin.
  const runsWithMarks = (visual: string): TextRun[] => {
    const runs: TextRun[] = [];
    for (const [, marks = '', letters = ''] of visual.matchAll(lettersWithMarks)) {
      for (const { id, x, y } of marks === '' ? [] : placedMarks(marks, letters)) {
        const back = x + (subset.widths[id] ?? 0);
        runs.push({ resource, rise: y, show: `[${-x}<${codes[id]}>${back}] TJ` });
      }
      const operand = [...letters].map((char) => codes[idOfShape(char)]).join('');
      if (operand !== '') runs.push({ resource, rise: 0, show: `<${operand}> Tj` });
    }
    return runs;
  };
  const placedMarks = (marks: string, letters: string) => {
    const letter = String.fromCodePoint(letters.codePointAt(0) ?? 0x20);
    const placed = face.marksOf(letter, [...marks].reverse().join(''));
    const known = placed?.map((mark) => ({ ...mark, id: idOfGlyph(mark) }));
    if (known?.every(({ id }) => id >= 0)) return known;
    // A font without rules: Arabic marks are centred on the letter, other marks are drawn at its origin.
    const middle = letters === '' ? 0 : (subset.widths[idOfShape(letter)] ?? 0) / 2;
    return [...marks].map((char) => {
      const x = arabicMark.test(char) ? Math.round(middle - face.middleOf(char.codePointAt(0) ?? 0)) : 0;
      return { id: idOfShape(char), x, y: 0 };
    });
  };
  const encode = (text: string) => encodeVisual(visualText(text));
  return {
    resource,
    style,
    subset,
    objectNumber: 0,
    ...face.line,
    has: (char) => idOfShape(char) >= 0,
    encodeVisual,
    widthOf: (text) => encode(text)?.width ?? -1,
    encode,
  };
}

/** The text of a glyph for copying: presentation forms become their letters. */
function plainText(codePoint: number): string {
  const char = String.fromCodePoint(codePoint);
  const isForm = (codePoint >= 0xfb50 && codePoint <= 0xfdff) || (codePoint >= 0xfe70 && codePoint <= 0xfeff);
  return isForm ? char.normalize('NFKC') : char;
}

/** The pairs of a doubling sign and a vowel sign that a job's characters can form, in Unicode's canonical order. */
function doubledMarks(characters: Iterable<number>): string[] {
  const all = new Set(characters);
  if (!all.has(shadda.charCodeAt(0))) return [];
  return [...vowels]
    .filter((vowel) => all.has(vowel.charCodeAt(0)))
    .map((vowel) => (vowel + shadda).normalize('NFC'));
}
