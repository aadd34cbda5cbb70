import type { FaceStyle } from '../fonts/bundled-face.ts';
import { createBundledFont } from '../fonts/bundled-font.ts';
import { fontObjectCount, fontObjects } from '../fonts/embed-font.ts';
import type { UpdateLayout } from './update.ts';

interface FontsAfterBase {
  /** The font objects, between the base and each document's own objects. */
  bytes: Buffer;
  /** The layout of documents with these fonts. */
  frame: UpdateLayout;
}

/**
 * Adds subsets of bundled fonts for all characters of a job. They follow the base, so that a template is compiled
 * once for all its jobs.
 */
export function addSharedFonts(
  frame: UpdateLayout,
  styles: readonly FaceStyle[],
  characters: readonly number[],
): FontsAfterBase {
  let text = '';
  const numbers: number[] = [];
  const offsets: number[] = [];
  const fonts = styles.map((style, index) => {
    const font = createBundledFont(`/StB${index}`, style, characters);
    const own = Array.from({ length: fontObjectCount }, (_, at) => frame.firstFree + numbers.length + at);
    font.objectNumber = own[0] ?? 0;
    for (const [at, source] of fontObjects(font.subset, own).entries()) {
      numbers.push(own[at] ?? 0);
      offsets.push(frame.baseLength + text.length);
      text += `${own[at]} 0 obj\n${source}\nendobj\n`;
    }
    return font;
  });
  const bytes = Buffer.from(text, 'latin1');
  return {
    bytes,
    frame: {
      ...frame,
      baseLength: frame.baseLength + bytes.length,
      firstFree: frame.firstFree + numbers.length,
      shared: { fonts, numbers, offsets },
    },
  };
}
