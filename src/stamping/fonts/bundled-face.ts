import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type fontkit from '@pdf-lib/fontkit';
import { createMarkPlacer, type PlacedMark } from './placed-marks.ts';

/** Styles of the bundled font; chosen by the name of the field's own font. */
type BundledStyle = 'sans' | 'sans-bold' | 'serif' | 'mono';

/** A fallback for characters that a field's own font does not have: a bundled style, or a font file. */
export type FaceStyle = BundledStyle | `file:${string}`;

/** A complete bundled font: glyphs and metrics in thousandths of the size. */
export interface BundledFace {
  name: string;
  bytes: Buffer;
  /** Glyph id and width of a code point, or null when the font has none. */
  glyphOf: (codePoint: number) => { id: number; width: number } | null;
  /** Horizontal centre of a code point's outline, from its origin; 0 when the font has none. */
  middleOf: (codePoint: number) => number;
  /**
   * The glyphs and positions of the marks on a letter, by the font's own rules (OpenType, GSUB and GPOS). Two marks
   * can become one glyph. Null when the font has no rule for them.
   */
  marksOf: (letter: string, marks: string) => readonly PlacedMark[] | null;
  ascent: number;
  descent: number;
  box: readonly [number, number, number, number];
  /** Line metrics: ascent, descent and line height. */
  line: { ascent: number; descent: number; lineHeight: number };
}

/** For DejaVu's letters with accents. */
const bundledLine = { ascent: 760, descent: -240, lineHeight: 1164 };
/** Ideographs fill a square that starts this far below the baseline; the line heights in such fonts are much larger. */
const ideographicLine = { ascent: 880, descent: -120, lineHeight: 1200 };

const files: Record<BundledStyle, string> = {
  sans: 'DejaVuSans',
  'sans-bold': 'DejaVuSans-Bold',
  serif: 'DejaVuSerif',
  mono: 'DejaVuSansMono',
};

const require = createRequire(import.meta.url);
/** Loaded on demand: it takes 20 MB in each thread, and most jobs need only the fonts of their forms. */
const loadFontkit = (): typeof fontkit => require('@pdf-lib/fontkit');
const loaded = new Map<FaceStyle, BundledFace>();

/** Reads a face at its first use and caches it. Font files were validated before (`font-file.ts`). */
export function bundledFace(style: FaceStyle): BundledFace {
  const known = loaded.get(style);
  if (known) return known;
  const bytes = readFileSync(fileOf(style));
  const font = loadFontkit().create(bytes);
  const scale = 1000 / font.unitsPerEm;
  const glyphs = new Map<number, { id: number; width: number } | null>();
  const face: BundledFace = {
    name: font.postscriptName?.replace(/[^A-Za-z0-9-]/g, '') || 'Font',
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
    middleOf: (codePoint) => {
      const { bbox } = font.glyphForCodePoint(codePoint);
      return Number.isFinite(bbox.minX) ? Math.round(((bbox.minX + bbox.maxX) / 2) * scale) : 0;
    },
    marksOf: createMarkPlacer(font),
    ascent: Math.round(font.ascent * scale),
    descent: Math.round(font.descent * scale),
    box: [font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map((side) =>
      Math.round(side * scale),
    ) as [number, number, number, number],
    line: isFile(style) ? ideographicLine : bundledLine,
  };
  loaded.set(style, face);
  return face;
}

function isFile(style: FaceStyle): style is `file:${string}` {
  return style.startsWith('file:');
}

function fileOf(style: FaceStyle): string {
  return isFile(style)
    ? style.slice('file:'.length)
    : require.resolve(`dejavu-fonts-ttf/ttf/${files[style]}.ttf`);
}

/** The style that is most similar to a font, by its name. */
export function faceStyleFor(fontName: string): BundledStyle {
  if (/cour|mono|consol/i.test(fontName)) return 'mono';
  if (/bold|black|heavy|hebo|tibo/i.test(fontName)) return 'sans-bold';
  return /times|tiro|tiit|serif(?!.*sans)|georgia|garamond|cambria/i.test(fontName) && !/sans/i.test(fontName)
    ? 'serif'
    : 'sans';
}
