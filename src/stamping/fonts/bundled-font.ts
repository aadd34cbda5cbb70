import { presentationForms, shapeArabic } from './arabic-shaping.ts';
import { type BundledFace, bundledFace, type FaceStyle } from './bundled-face.ts';
import type { EncodedText, TextFont, TextRun } from './text-font.ts';
import { toVisualOrder } from './visual-order.ts';

/** A growing or closed choice of a bundled face's glyphs; new ids follow the order in which glyphs came in. */
export interface GlyphSubset {
  face: BundledFace;
  /** Old glyph ids by new id; 0 is the missing glyph. */
  glyphs: number[];
  widths: number[];
  /** The text each new id stands for. */
  texts: string[];
}

/** A bundled font, or one of a further file, as a text font. */
export interface BundledFont extends TextFont {
  style: FaceStyle;
  subset: GlyphSubset;
  /** Set by who writes the font's objects. */
  objectNumber: number;
  /** Whether it can draw a shaped character. */
  has: (char: string) => boolean;
  /** A text that is shaped and in visual order already. */
  encodeVisual: (visual: string) => EncodedText | null;
}

/** Characters that steer layout and have no look of their own (Unicode: default ignorable), and controls. */
const invisible =
  /[\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\p{Variation_Selector}|[\u{E0000}-\u{E0FFF}]/gu;

/** Vowel signs and the like. */
const arabicMark = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/;
const hebrewMark = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/;
/** Marks whose place depends on their letter; those of scripts from left to right are drawn to stand right. */
const placedMark = new RegExp(`${arabicMark.source}|${hebrewMark.source}`);
/** Marks, and the letters from theirs to the next marks. */
const lettersWithMarks = new RegExp(`((?:${placedMark.source})*)((?:(?!${placedMark.source})[^])*)`, 'gu');
const shadda = '\u0651';
/** Vowel signs that fonts draw as one with a doubling sign. */
const vowels = '\u064b\u064c\u064d\u064e\u064f\u0650\u0670';
/** Joined marks have one glyph whatever letter they stand on. */
const anyLetter = '\u0628';
const plainAscii = /^[\x20-\x7e]*$/;

/** A text without what is never drawn. */
export function withoutInvisible(text: string): string {
  return plainAscii.test(text) ? text : text.replace(invisible, '');
}

/** What is drawn of a line, shaped, from left to right. */
export function visualText(line: string): string {
  return withoutInvisible(toVisualOrder(shapeArabic(line)));
}

/** The first character of a text that a style cannot draw, or null. */
export function findMissing(text: string, style: FaceStyle): string | null {
  const face = bundledFace(style);
  for (const char of withoutInvisible(text)) {
    if (face.glyphOf(char.codePointAt(0) ?? 0) === null) return char;
  }
  return null;
}

/**
 * A bundled font that takes glyphs in as texts need them; with `characters` it holds exactly those (and the shapes
 * Arabic ones may take) and takes in no more, so that it can be shared.
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
  // A form the font lacks is drawn as the letter itself.
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
  // Marks stand before their letter here, and take no room: each is drawn from the letter's origin.
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
    // A font without rules: above or below the middle of the letter; other scripts' marks are drawn to stand right.
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

/** What a glyph means when text is copied out: presentation forms mean their letters. */
function plainText(codePoint: number): string {
  const char = String.fromCodePoint(codePoint);
  const isForm = (codePoint >= 0xfb50 && codePoint <= 0xfdff) || (codePoint >= 0xfe70 && codePoint <= 0xfeff);
  return isForm ? char.normalize('NFKC') : char;
}

/** The pairs of a doubling sign and a vowel sign that a job's characters can make, in Unicode's own order. */
function doubledMarks(characters: Iterable<number>): string[] {
  const all = new Set(characters);
  if (!all.has(shadda.charCodeAt(0))) return [];
  return [...vowels]
    .filter((vowel) => all.has(vowel.charCodeAt(0)))
    .map((vowel) => (vowel + shadda).normalize('NFC'));
}
