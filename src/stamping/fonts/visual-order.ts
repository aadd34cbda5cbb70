import createBidi from 'bidi-js';

const bidi = createBidi();
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]|\ud802|\ud803|\ud83a|\ud83b/;

/** One line in the order its glyphs are drawn from left to right (Unicode Bidirectional Algorithm). */
export function toVisualOrder(line: string): string {
  if (!rightToLeft.test(line)) return line;
  return bidi.getReorderedString(line, bidi.getEmbeddingLevels(line));
}

const plain = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter('und');

/** The cells of a comb from left to right: the line's characters, each with its marks. */
export function visualCharacters(line: string): string[] {
  // Most combs contain numbers, and the search for marks is slow.
  if (plain.test(line)) return [...line];
  const characters = [...graphemes.segment(line)];
  if (!rightToLeft.test(line)) return characters.map(({ segment }) => segment);
  const levels = bidi.getEmbeddingLevels(line);
  const placeOf = new Map(bidi.getReorderedIndices(line, levels).map((index, place) => [index, place]));
  return characters
    .toSorted((one, other) => (placeOf.get(one.index) ?? 0) - (placeOf.get(other.index) ?? 0))
    .map(({ segment, index }) =>
      (levels.levels[index] ?? 0) % 2 === 1 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment,
    );
}

/** An invisible character that gives the parts of a text the direction of the whole text; '' for left-to-right text. */
export function directionMark(text: string): string {
  if (!rightToLeft.test(text)) return '';
  const level = bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0;
  return level % 2 === 1 ? '\u200f' : '\u200e';
}
