import { presentationForms, shapeArabic } from './arabic-shaping.ts';
import { type BundledFace, bundledFace, type FaceStyle } from './bundled-face.ts';
import type { EncodedText, TextFont } from './text-font.ts';
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
}

/** Characters that steer layout and have no look of their own (Unicode: default ignorable), and controls. */
const invisible =
  /[\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\p{Variation_Selector}|[\u{E0000}-\u{E0FFF}]/gu;

/** Vowel signs and the like; other scripts' marks are made to stand right by themselves. */
const arabicMark = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/;
const plainAscii = /^[\x20-\x7e]*$/;

/** A text without what is never drawn. */
export function withoutInvisible(text: string): string {
  return plainAscii.test(text) ? text : text.replace(invisible, '');
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
  const take = (codePoint: number): number => {
    const glyph = face.glyphOf(codePoint);
    if (glyph === null) return -1;
    const known = newIds.get(glyph.id);
    if (known !== undefined) return known;
    const id = subset.glyphs.push(glyph.id) - 1;
    newIds.set(glyph.id, id);
    codes.push(id.toString(16).padStart(4, '0'));
    subset.widths.push(glyph.width);
    subset.texts.push(plainText(codePoint));
    return id;
  };
  if (characters) {
    for (const codePoint of [...characters].sort((a, b) => a - b)) {
      take(codePoint);
      for (const form of presentationForms(codePoint)) take(form);
    }
  }
  const idOf = characters ? (codePoint: number) => newIds.get(face.glyphOf(codePoint)?.id ?? -1) ?? -1 : take;
  // A form the font lacks is drawn as the letter itself.
  const idOfShape = (char: string) => {
    const id = idOf(char.codePointAt(0) ?? 0);
    return id >= 0 ? id : idOf(plainText(char.codePointAt(0) ?? 0).codePointAt(0) ?? 0);
  };
  const encode = (text: string): EncodedText | null => {
    const visual = withoutInvisible(toVisualOrder(shapeArabic(text)));
    let operand = '<';
    let width = 0;
    for (const char of visual) {
      const id = idOfShape(char);
      if (id < 0) return null;
      operand += codes[id];
      width += subset.widths[id] ?? 0;
    }
    if (arabicMark.test(visual)) return { show: showWithMarks(visual), width };
    return { show: `${operand}> Tj`, width };
  };
  // Marks stand before their letter here, at its left edge, and have no width: each is moved to the letter's middle.
  const showWithMarks = (visual: string): string => {
    const chars = [...visual];
    let operand = '[<';
    chars.forEach((char, index) => {
      const code = codes[idOfShape(char)] ?? '';
      if (!arabicMark.test(char)) {
        operand += code;
        return;
      }
      const letter = chars.slice(index).find((next) => !arabicMark.test(next));
      const middle = letter === undefined ? 0 : (subset.widths[idOfShape(letter)] ?? 0) / 2;
      const shift = Math.round(middle - face.middleOf(char.codePointAt(0) ?? 0));
      operand += `>${-shift}<${code}>${shift}<`;
    });
    return `${operand}>] TJ`;
  };
  return {
    resource,
    style,
    subset,
    objectNumber: 0,
    ...face.line,
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
