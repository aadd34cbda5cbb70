import { type BundledFont, findMissing, withoutInvisible } from '../fonts/bundled-font.ts';
import { adviceFor } from '../fonts/optional-fonts.ts';
import type { TextFont } from '../fonts/text-font.ts';
import { smallestSize, type TextSetter, type TextSetting } from '../layout/text-box.ts';
import type { FieldFont } from './font-table.ts';
import type { DocumentWriter, Report } from './plan.ts';

/** A font picked for one value. */
export interface PickedFont {
  font: TextFont;
  /** The same, when it is not the field's own: a subset of a bundled font, shared or the document's. */
  bundled: BundledFont | null;
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

/** What is drawn of a value: composed letters, tabs as spaces, nothing that has no look. */
export function drawableText(value: string): string {
  if (plainText.test(value)) return value;
  return value.normalize('NFC').replaceAll('\t', ' ').split('\n').map(keepShaping).join('\n');
}

/** Joiners and direction marks steer shaping and order; the bundled font drops them after that. */
const steering = /[\u061C\u200C-\u200F\u202A-\u202E\u2066-\u2069]/;

function keepShaping(line: string): string {
  return steering.test(line) && /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/.test(line)
    ? line
    : withoutInvisible(line);
}

/** The first font that can draw the whole text; null after reporting a glyph nobody has. */
export function pickFont(
  fonts: FieldFont,
  text: string,
  job: { out: DocumentWriter; report: Report },
): PickedFont | null {
  const line = text.includes('\n') ? text.replaceAll('\n', ' ') : text;
  if (fonts.own.font.encode(line) !== null) return { font: fonts.own.font, bundled: null };
  for (const style of fonts.standby) {
    const shared = job.out.shared.find((font) => font.style === style);
    if (shared !== undefined && shared.widthOf(line) >= 0) return { font: shared, bundled: shared };
  }
  const style = fonts.standby.find((candidate) => findMissing(line, candidate) === null);
  if (style !== undefined) {
    const font = job.out.ownFont(style);
    if (font.widthOf(line) >= 0) return { font, bundled: font };
  }
  job.report('GLYPH_MISSING', whyUndrawable(line, fonts));
  return null;
}

function whyUndrawable(text: string, { standby }: FieldFont): string {
  for (const char of new Set(withoutInvisible(text))) {
    if (standby.some((style) => findMissing(char, style) === null)) continue;
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `No font here has the character "${char}" (U+${code}). ${adviceFor(char)}`;
  }
  // A text is drawn with one font; each of these lacks something.
  const lacking = new Set(standby.map((style) => `"${findMissing(text, style)}"`));
  return `No single font here has all characters of the text: one or another lacks ${[...lacking].join(', ')}. Use one script in a field.`;
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
      `The text does not fit, even at ${smallestSize} points, and is cut off. Shorten it.`,
    );
  }
  if (fit === 'overflows') job.report('TEXT_OVERFLOW', 'The text does not fit into its field. Shorten it.');
  return setting;
}
