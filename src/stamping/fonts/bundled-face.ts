import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type fontkit from '@pdf-lib/fontkit';

/** Styles of the bundled open font, chosen by the look of the field's own font. */
export type FaceStyle = 'sans' | 'sans-bold' | 'serif' | 'mono';

/** A whole bundled font: its glyphs and metrics in thousandths of the size. */
export interface BundledFace {
  name: string;
  bytes: Buffer;
  /** Glyph id and width of a code point, or null when the font has none. */
  glyphOf: (codePoint: number) => { id: number; width: number } | null;
  ascent: number;
  descent: number;
  box: readonly [number, number, number, number];
}

const files: Record<FaceStyle, string> = {
  sans: 'DejaVuSans',
  'sans-bold': 'DejaVuSans-Bold',
  serif: 'DejaVuSerif',
  mono: 'DejaVuSansMono',
};

const require = createRequire(import.meta.url);
/** 20 MB of a thread's memory that most jobs, whose texts their forms' own fonts can draw, never need. */
const loadFontkit = (): typeof fontkit => require('@pdf-lib/fontkit');
const loaded = new Map<FaceStyle, BundledFace>();

/** Reads a face at its first use; faces stay in memory. */
export function bundledFace(style: FaceStyle): BundledFace {
  const known = loaded.get(style);
  if (known) return known;
  const bytes = readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${files[style]}.ttf`));
  const font = loadFontkit().create(bytes);
  const scale = 1000 / font.unitsPerEm;
  const glyphs = new Map<number, { id: number; width: number } | null>();
  const face: BundledFace = {
    name: files[style],
    bytes,
    glyphOf: (codePoint) => {
      const cached = glyphs.get(codePoint);
      if (cached !== undefined) return cached;
      const glyph = font.hasGlyphForCodePoint(codePoint) ? font.glyphForCodePoint(codePoint) : null;
      const entry =
        glyph && glyph.id !== 0 ? { id: glyph.id, width: Math.round(glyph.advanceWidth * scale) } : null;
      glyphs.set(codePoint, entry);
      return entry;
    },
    ascent: Math.round(font.ascent * scale),
    descent: Math.round(font.descent * scale),
    box: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map((side) =>
      Math.round(side * scale),
    ) as [number, number, number, number],
  };
  loaded.set(style, face);
  return face;
}

/** The style nearest to a font's name. */
export function faceStyleFor(fontName: string): FaceStyle {
  if (/cour|mono|consol/i.test(fontName)) return 'mono';
  if (/bold|black|heavy|hebo|tibo/i.test(fontName)) return 'sans-bold';
  return /times|tiro|tiit|serif(?!.*sans)|georgia|garamond|cambria/i.test(fontName) && !/sans/i.test(fontName)
    ? 'serif'
    : 'sans';
}
