import createBidi from 'bidi-js';

const bidi = createBidi();
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]|\ud802|\ud803|\ud83a|\ud83b/;

/** One line in the order its glyphs are drawn from left to right (Unicode Bidirectional Algorithm). */
export function toVisualOrder(line: string): string {
  if (!rightToLeft.test(line)) return line;
  return bidi.getReorderedString(line, bidi.getEmbeddingLevels(line));
}

/**
 * A character without a look that, ahead of any part of a text, keeps the part in the text's direction; nothing where
 * all of it runs from left to right.
 */
export function directionMark(text: string): string {
  if (!rightToLeft.test(text)) return '';
  const level = bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0;
  return level % 2 === 1 ? '\u200f' : '\u200e';
}
