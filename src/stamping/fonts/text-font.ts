/** A text in a font's own codes. */
export interface EncodedText {
  /** The operator that shows it, with its operand: `(…) Tj`. One character a byte. */
  show: string;
  /** Thousandths of the font size. */
  width: number;
  /** Replaces `show` for a text with several fonts, or with raised marks. */
  runs?: readonly TextRun[];
}

/** A part of a text with its own font and rise. */
export interface TextRun {
  /** Resource name of its font, with its slash. */
  resource: string;
  show: string;
  /** Above the baseline, in thousandths of the font size. */
  rise: number;
}

/** A font for text layout; lengths in thousandths of the font size. */
export interface TextFont {
  /** Resource name with its slash. */
  resource: string;
  ascent: number;
  descent: number;
  /** Distance between baselines. */
  lineHeight: number;
  /** Width of a text, or -1 when a glyph is missing. */
  widthOf: (text: string) => number;
  /** Width of a text that equals its codes and needs no escapes in a literal string; -1 for any other text. */
  plainWidthOf?: (text: string) => number;
  /** The text in the font's codes, or null when a glyph is missing. */
  encode: (text: string) => EncodedText | null;
}
