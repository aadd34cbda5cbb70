/** A text in a font's own codes. */
export interface EncodedText {
  /** The operator that shows it, with its operand: `(…) Tj`. One character a byte. */
  show: string;
  /** Thousandths of the font size. */
  width: number;
  /** In place of `show`, where one font and one line do not do: several fonts, or marks above their letters. */
  runs?: readonly TextRun[];
}

/** A part of a text with a font and a height of its own. */
export interface TextRun {
  /** Resource name of its font, with its slash. */
  resource: string;
  show: string;
  /** Above the baseline, in thousandths of the font size. */
  rise: number;
}

/** A font as text layout needs it; lengths in thousandths of the font size. */
export interface TextFont {
  /** Resource name with its slash. */
  resource: string;
  ascent: number;
  descent: number;
  /** From one baseline to the next. */
  lineHeight: number;
  /** Width of a text, or -1 when the font has no glyph for a part of it. */
  widthOf: (text: string) => number;
  /** Width of a text whose letters are their own codes and need no escape in a literal string; -1 for any other. */
  plainWidthOf?: (text: string) => number;
  /** The text in the font's codes, or null when it has no glyph for a part of it. */
  encode: (text: string) => EncodedText | null;
}
