import { composeText } from '../../tables/text.ts';
import { type BundledFont, findMissing, withoutInvisible } from '../fonts/bundled-font.ts';
import { createMixedFont, type PartFont } from '../fonts/mixed-font.ts';
import { adviceFor } from '../fonts/optional-fonts.ts';
import type { TextFont } from '../fonts/text-font.ts';
import { smallestSize, type TextSetter, type TextSetting } from '../layout/text-box.ts';
import type { FieldFont } from './font-table.ts';
import type { DocumentWriter, Report } from './plan.ts';

/** The font chosen for one value. */
export interface PickedFont {
  font: TextFont;
  /** The bundled fonts it uses, shared or the document's own; empty for the field's own font. */
  bundled: readonly BundledFont[];
  /** It uses the field's own font. */
  usesOwn: boolean;
}

/** Printable ASCII. Most cells are, and need no preparation. */
export const plainText = /^[\x20-\x7e]*$/;
const lineBreaks = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
/** Control characters except tab and newline. */
const controls = /[^\P{Cc}\t\n]/gu;

/**
 * Normalises line breaks: newlines in a multi-line field, else spaces. Removes other control characters: they are
 * invisible, and some viewers end the value there.
 */
export function normaliseLines(value: string, multiline: boolean): string {
  if (plainText.test(value)) return value;
  const lines = value.replace(lineBreaks, '\n').replace(controls, '');
  return multiline ? lines : lines.replaceAll('\n', ' ');
}

/** The text that is drawn: composed letters, tabs as spaces, no invisible characters. */
export function drawableText(value: string): string {
  if (plainText.test(value)) return value;
  return composeText(value).replaceAll('\t', ' ').split('\n').map(keepShaping).join('\n');
}

/** Joiners and direction marks affect shaping and order; the bundled font removes them afterwards. */
const steering = /[\u061C\u200C-\u200F\u202A-\u202E\u2066-\u2069]/;
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;

function keepShaping(line: string): string {
  return steering.test(line) && rightToLeft.test(line) ? line : withoutInvisible(line);
}

/** The first font that can draw the whole text, else a combination of fonts; null after reporting a missing glyph. */
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
 * A combination of fonts for a text that no single font can draw. Bundled fonts come first, so that the text looks
 * uniform; the field's own font draws the rest.
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

/** The field's own font orders right-to-left text itself, so it gets no text that is already in visual order. */
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
    return `No available font has the character "${char}" (U+${code}). ${adviceFor(char)}`;
  }
  return 'No combination of fonts can draw this text. Use characters of one script only.';
}

const mostCharacters = 60_000;

/** Lays out a value in its box and reports text that does not fit. */
export function layOut(set: TextSetter, font: TextFont, job: { text: string; report: Report }): TextSetting {
  // More characters fit no page at the smallest size, and measuring a cell of megabytes takes long.
  const text = job.text.length > mostCharacters ? job.text.slice(0, mostCharacters) : job.text;
  const setting = set(font, text);
  const { fit } = setting;
  if (fit === 'shrunk')
    job.report(
      'TEXT_SHRUNK',
      'The text was made smaller to fit into the field. Shorten it to keep its size.',
    );
  if (fit === 'clipped') {
    job.report(
      'TEXT_CLIPPED',
      `The text does not fit, even at ${smallestSize} points, and was cut off. Shorten it.`,
    );
  }
  if (fit === 'overflows') job.report('TEXT_OVERFLOW', 'The text does not fit into the field. Shorten it.');
  return setting;
}
