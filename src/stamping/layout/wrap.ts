import type { TextFont } from '../fonts/text-font.ts';
import { directionMark } from '../fonts/visual-order.ts';
import { cutIdeographs, hasIdeographs } from './line-breaks.ts';

/** A piece of text that stays on one line: a word, or an unbreakable part of one. */
interface Word {
  text: string;
  /** Thousandths of the size. */
  width: number;
  /** Not separated from the previous piece by a space. */
  glued: boolean;
}

/** A paragraph cut into words, each measured once. */
interface MeasuredParagraph {
  /** A direction mark for the start of each line, so that every line has the direction of the paragraph. */
  mark: string;
  words: Word[];
}

/** Measures the paragraphs of a text, one for each line of the text. */
export function measureParagraphs(text: string, font: TextFont): MeasuredParagraph[] {
  return text.split('\n').map((paragraph) => ({
    mark: directionMark(paragraph),
    words: hasIdeographs(paragraph)
      ? paragraph.split(' ').flatMap((word) => {
          const pieces = cutIdeographs(word);
          return pieces.map((text, index) => ({ text, width: font.widthOf(text), glued: index > 0 }));
        })
      : paragraph.split(' ').map((text) => ({ text, width: font.widthOf(text), glued: false })),
  }));
}

/**
 * Breaks paragraphs into lines no wider than `limit` (thousandths of the size): at spaces and between ideographs, and
 * inside a word only when the word alone is too wide.
 */
export function wrapParagraphs(
  paragraphs: readonly MeasuredParagraph[],
  limit: number,
  font: TextFont,
): string[] {
  const space = Math.max(font.widthOf(' '), 0);
  const lines: string[] = [];
  for (const { mark, words } of paragraphs) {
    const start = lines.length;
    let line = '';
    let width = 0;
    let first = true;
    for (const word of words) {
      const extended = width + (word.glued ? 0 : space) + word.width;
      if (!first && extended <= limit) {
        line += word.glued ? word.text : ` ${word.text}`;
        width = extended;
        continue;
      }
      if (!first) lines.push(line);
      first = false;
      if (word.width <= limit) {
        line = word.text;
        width = word.width;
      } else {
        const pieces = breakWord(word.text, limit, font);
        line = pieces.pop() ?? '';
        width = font.widthOf(line);
        lines.push(...pieces);
      }
    }
    lines.push(line);
    if (mark === '') continue;
    for (let at = start; at < lines.length; at++) if (lines[at] !== '') lines[at] = mark + lines[at];
  }
  return lines;
}

/** Splits a word into pieces that fit, of at least one character each. */
function breakWord(word: string, limit: number, font: TextFont): string[] {
  const pieces: string[] = [];
  let piece = '';
  let width = 0;
  for (const char of word) {
    const charWidth = Math.max(font.widthOf(char), 0);
    if (piece !== '' && width + charWidth > limit) {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += char;
    width += charWidth;
  }
  pieces.push(piece);
  return pieces;
}
