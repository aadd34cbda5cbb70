import type { Font } from '@pdf-lib/fontkit';

/** A mark's glyph and its offset from the letter's origin. */
export interface PlacedMark {
  id: number;
  width: number;
  /** Its text. */
  text: string;
  x: number;
  y: number;
}

const mostClusters = 4096;

/** Caches each combination of letter and marks. */
export function createMarkPlacer(
  font: Font,
): (letter: string, marks: string) => readonly PlacedMark[] | null {
  const known = new Map<string, readonly PlacedMark[] | null>();
  return (letter, marks) => {
    const cluster = letter + marks;
    const cached = known.get(cluster);
    if (cached !== undefined) return cached;
    const placed = placeMarks(font, letter, marks);
    if (known.size >= mostClusters) known.clear();
    known.set(cluster, placed);
    return placed;
  };
}

function placeMarks(font: Font, letter: string, marks: string): PlacedMark[] | null {
  const scale = 1000 / font.unitsPerEm;
  const { glyphs, positions } = font.layout(letter + marks);
  const base = glyphs.findIndex((glyph) => glyph.codePoints[0] === letter.codePointAt(0));
  const placed: PlacedMark[] = [];
  for (const [index, glyph] of glyphs.entries()) {
    if (index === base) continue;
    const { xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    if (base < index || glyph.id === 0 || (xOffset === 0 && yOffset === 0)) return null;
    // Marks have no width here; fontkit adds the width that they have in the font.
    const room = glyphs.slice(index, base).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
    placed.push({
      id: glyph.id,
      width: Math.round(glyph.advanceWidth * scale),
      text: String.fromCodePoint(...glyph.codePoints),
      x: Math.round((xOffset - room) * scale),
      y: Math.round(yOffset * scale),
    });
  }
  return placed;
}
