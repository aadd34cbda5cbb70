import { visualText } from './bundled-font.ts';
import type { EncodedText, TextFont, TextRun } from './text-font.ts';

/** A font for parts of a text. */
export interface PartFont {
  font: TextFont;
  /** It has a glyph for a shaped character. */
  has: (char: string) => boolean;
  /** Encodes a text that is already shaped and in visual order. */
  encodeVisual: (visual: string) => EncodedText | null;
}

/** Spaces and marks are drawn with the font of the previous character. */
const follows = /[\s\p{M}]/u;

/**
 * Combines several fonts: the first font that has a character draws it. Order and shapes are those of the whole line,
 * also with text of both directions.
 */
export function createMixedFont(parts: readonly [PartFont, ...PartFont[]]): TextFont {
  const fonts = parts.map(({ font }) => font);
  const ascent = Math.max(...fonts.map((font) => font.ascent));
  const descent = Math.min(...fonts.map((font) => font.descent));
  const encode = (text: string): EncodedText | null => {
    const runs: TextRun[] = [];
    let width = 0;
    for (const { part, visual } of splitByFont(visualText(text), parts)) {
      const encoded = part.encodeVisual(visual);
      if (encoded === null) return null;
      width += encoded.width;
      runs.push(...(encoded.runs ?? [{ resource: part.font.resource, show: encoded.show, rise: 0 }]));
    }
    return { show: '', width, runs };
  };
  return {
    resource: parts[0].font.resource,
    ascent,
    descent,
    lineHeight: Math.max(ascent - descent, ...fonts.map((font) => font.lineHeight)),
    widthOf: (text) => encode(text)?.width ?? -1,
    encode,
  };
}

interface FontRun {
  part: PartFont;
  visual: string;
}

/** A character that no font has goes to the first font, which reports it. */
function splitByFont(visual: string, parts: readonly [PartFont, ...PartFont[]]): FontRun[] {
  const runs: FontRun[] = [];
  for (const char of visual) {
    const last = runs.at(-1);
    const stays = last !== undefined && follows.test(char) && last.part.has(char);
    const part = stays ? last.part : (parts.find(({ has }) => has(char)) ?? parts[0]);
    if (last?.part === part) last.visual += char;
    else runs.push({ part, visual: char });
  }
  return runs;
}
