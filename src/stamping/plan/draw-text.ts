import { type BundledFont, findMissing, withoutInvisible } from '../fonts/bundled-font.ts';
import { createMixedFont, type PartFont } from '../fonts/mixed-font.ts';
import { adviceFor } from '../fonts/optional-fonts.ts';
import type { TextFont } from '../fonts/text-font.ts';
import { smallestSize, type TextSetter, type TextSetting } from '../layout/text-box.ts';
import type { FieldFont } from './font-table.ts';
import type { DocumentWriter, Report } from './plan.ts';

/** A font picked for one value. */
export interface PickedFont {
  font: TextFont;
  /** The subsets of bundled fonts it draws with, shared or the document's; none when it is the field's own. */
  bundled: readonly BundledFont[];
  /** Whether it draws with the field's own. */
  usesOwn: boolean;
}

/** Printable ASCII: nearly every cell, and nothing to do for it. */
export const plainText = /^[\x20-\x7e]*$/;
const lineBreaks = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
/** Controls but tab and newline. */
const controls = /[^\P{Cc}\t\n]/gu;

/**
 * Line breaks of all kinds as one newline each, or as spaces where there is one line only; no other controls, which
 * show nothing and at which some viewers end a value.
 */
export function normaliseLines(value: string, multiline: boolean): string {
  if (plainText.test(value)) return value;
  const lines = value.replace(lineBreaks, '\n').replace(controls, '');
  return multiline ? lines : lines.replaceAll('\n', ' ');
}

/** What is drawn of a value: composed letters, tabs as spaces, nothing that has no style. */
export function drawableText(value: string): string {
  if (plainText.test(value)) return value;
  return value.normalize('NFC').replaceAll('\t', ' ').split('\n').map(keepShaping).join('\n');
}

/** Joiners and direction marks steer shaping and order; the bundled font drops them after that. */
const steering = /[\u061C\u200C-\u200F\u202A-\u202E\u2066-\u2069]/;
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;

function keepShaping(line: string): string {
  return steering.test(line) && rightToLeft.test(line) ? line : withoutInvisible(line);
}

/** The first font that can draw the whole text, else several; null after reporting a glyph nobody has. */
export function pickFont(
  fonts: FieldFont,
  text: string,
  job: { out: DocumentWriter; report: Report },
): PickedFont | null {
  const line = text.includes('\n') ? text.replaceAll('\n', ' ') : text;
  if (fonts.own.font.encode(line) !== null) return { font: fonts.own.font, bundled: [], usesOwn: true };
  for (const style of fonts.standby) {
    const shared = job.out.shared.find((font) => font.style === style);
    if (shared !== undefined && shared.widthOf(line) >= 0) return onlyBundled(shared);
  }
  const style = fonts.standby.find((candidate) => findMissing(line, candidate) === null);
  if (style !== undefined) {
    const font = job.out.ownFont(style);
    if (font.widthOf(line) >= 0) return onlyBundled(font);
  }
  const mixed = mixFonts(fonts, line, job.out);
  if (mixed === null) job.report('GLYPH_MISSING', whyUndrawable(line, fonts));
  return mixed;
}

function onlyBundled(font: BundledFont): PickedFont {
  return { font, bundled: [font], usesOwn: false };
}

/**
 * Several fonts for a text that no single one has. The bundled ones come first, so that letters of one text look alike
 * where they can; the field's own draws what only it has.
 */
function mixFonts(fonts: FieldFont, line: string, out: DocumentWriter): PickedFont | null {
  const own = ownPart(fonts.own.font);
  const bundled = new Set<BundledFont>();
  let usesOwn = false;
  for (const char of new Set(withoutInvisible(line))) {
    const style = fonts.standby.find((candidate) => findMissing(char, candidate) === null);
    const shared = out.shared.find((font) => font.style === style && font.has(char));
    if (style !== undefined) bundled.add(shared ?? out.ownFont(style));
    else if (own.has(char)) usesOwn = true;
    else return null;
  }
  const rank = (font: BundledFont) => fonts.standby.indexOf(font.style);
  const used = [...bundled].sort((a, b) => rank(a) - rank(b));
  const parts: PartFont[] = used.map((font) => ({ ...font, font }));
  if (usesOwn) parts.push(own);
  const [first, ...others] = parts;
  return first === undefined ? null : { font: createMixedFont([first, ...others]), bundled: used, usesOwn };
}

/** The field's own font sets its text itself, so it is given no part of a text that is turned round already. */
function ownPart(font: TextFont): PartFont {
  return {
    font,
    has: (char) => !rightToLeft.test(char) && font.encode(char) !== null,
    encodeVisual: (visual) => font.encode(visual),
  };
}

function whyUndrawable(text: string, { standby }: FieldFont): string {
  for (const char of new Set(withoutInvisible(text))) {
    if (standby.some((style) => findMissing(char, style) === null)) continue;
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `No font here has the character "${char}" (U+${code}). ${adviceFor(char)}`;
  }
  return 'No font here can draw the text. Shorten it to characters of one script.';
}

const mostCharacters = 60_000;

/** A value set in a box, with what did not fit reported. */
export function layOut(set: TextSetter, font: TextFont, job: { text: string; report: Report }): TextSetting {
  // No page holds more at the smallest size; measuring a cell of megabytes would only take long.
  const text = job.text.length > mostCharacters ? job.text.slice(0, mostCharacters) : job.text;
  const setting = set(font, text);
  const { fit } = setting;
  if (fit === 'shrunk')
    job.report('TEXT_SHRUNK', 'The text was made smaller to fit. Shorten it to keep its size.');
  if (fit === 'clipped') {
    job.report(
      'TEXT_CLIPPED',
      `The text does not fit and is cut off; none is made smaller than ${smallestSize} points. Shorten it.`,
    );
  }
  if (fit === 'overflows') job.report('TEXT_OVERFLOW', 'The text does not fit into its field. Shorten it.');
  return setting;
}
