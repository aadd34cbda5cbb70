import type { TextFont } from '../fonts/text-font.ts';
import { visualCharacters } from '../fonts/visual-order.ts';
import { num } from './number.ts';
import { showText } from './show-text.ts';
import { measureParagraphs, wrapParagraphs } from './wrap.ts';

/** Where and how a text is set: a box with its lower left corner at 0,0, lengths in points. */
export interface TextBox {
  width: number;
  height: number;
  /** Width of the border; text keeps a distance from it. */
  border: number;
  /** 0 left, 1 centred, 2 right (ISO 32000-1, 12.7.3.3). */
  quadding: number;
  multiline: boolean;
  /** Number of cells, or 0 for running text. */
  comb: number;
  /** 0: as large as fits. */
  size: number;
  /** Colour operators. */
  color: string;
  overflow: 'shrink' | 'wrap' | 'clip' | 'error';
}

/** How a text came out. */
export type Fit = 'fits' | 'shrunk' | 'clipped' | 'overflows';

export interface TextSetting {
  /** Content operators from BT to ET, or nothing for an empty text. */
  operators: string;
  fit: Fit;
  /** The letters stay within the box's border, so that nothing has to be clipped. */
  isInside: boolean;
}

/** Text is never made smaller than this, in points. */
export const smallestSize = 4;
/** Automatic size of multi-line text starts here, as viewers have it. */
const largestAutoMultiline = 12;
const sizeStep = 0.5;

/** Sets a text with a font that has all its glyphs (checked before). */
export type TextSetter = (font: TextFont, text: string) => TextSetting;

export type TextFitTest = (font: TextFont, text: string) => boolean;

/** What sets texts in a box; made once, since single lines of one size differ in little more than their letters. */
export function createTextSetter(box: TextBox): TextSetter {
  if (box.comb > 0) return (font, text) => setComb(box, font, text);
  if (box.multiline || box.overflow === 'wrap') return (font, text) => setLines(box, font, text);
  return createLineSetter(box);
}

/** Distance that text keeps from the box's left and right. */
export function padding(box: TextBox): number {
  return 2 * Math.max(1, box.border);
}

/** Height left for text between the borders. */
export function innerHeight(box: TextBox): number {
  return Math.max(box.height - 2 * Math.max(box.border, 0.5), 1);
}

/** Size at which a line of the font is as high as the box lets it be. */
export function heightSize(box: TextBox, font: TextFont): number {
  return Math.max((innerHeight(box) * 1000) / font.lineHeight, smallestSize);
}

function createLineSetter(box: TextBox): TextSetter {
  const room = Math.max(box.width - 2 * padding(box), 1);
  const inner = innerHeight(box);
  const shrinks = box.size === 0 || box.overflow === 'shrink';
  let lastFont: TextFont | null = null;
  let lastSize = 0;
  let head = '';
  let left = '';
  let baseline = '';
  return (font, text) => {
    const encoded = font.encode(text);
    if (encoded === null) return { operators: '', fit: 'fits', isInside: true };
    const wanted = box.size || heightSize(box, font);
    const widest = (room * 1000) / Math.max(encoded.width, 1);
    const size = shrinks ? Math.max(Math.min(wanted, widest), Math.min(smallestSize, wanted)) : wanted;
    if (font !== lastFont || size !== lastSize) {
      lastFont = font;
      lastSize = size;
      head = `BT\n${font.resource} ${num(size)} Tf\n${box.color}\n`;
      baseline = num(baselineOf(box, font, size));
      // Left-aligned text always starts at the same place.
      left = `${head}${num(padding(box))} ${baseline} Td\n`;
    }
    const width = (encoded.width * size) / 1000;
    const fits = width <= room + 0.01;
    const fit = fitOf({ box, wanted, size, fits });
    const start = box.quadding === 0 ? left : `${head}${num(lineStart(box, width))} ${baseline} Td\n`;
    // Raised marks reach higher than a line of letters.
    const isInside = fits && encoded.runs === undefined && font.lineHeight * size <= 1000 * inner + 1;
    return { operators: `${start}${showText(encoded, font, size)}\nET\n`, fit, isInside };
  };
}

/** Tells cheaply that a text fits on its single line as it is; false where that takes setting it. */
export function createFitTest(box: TextBox): TextFitTest {
  if (box.comb > 0 || box.multiline || box.overflow === 'wrap') return () => false;
  const room = Math.max(box.width - 2 * padding(box), 1);
  return (font, text) => {
    const width = font.widthOf(text);
    return width >= 0 && (width * (box.size || heightSize(box, font))) / 1000 <= room;
  };
}

interface FitQuestion {
  box: TextBox;
  wanted: number;
  size: number;
  fits: boolean;
}

function fitOf({ box, wanted, size, fits }: FitQuestion): Fit {
  if (!fits) return box.overflow === 'error' ? 'overflows' : 'clipped';
  return box.size > 0 && size < wanted - 0.001 ? 'shrunk' : 'fits';
}

/** Baseline of a single line: the letters' height stands in the middle, descenders stay inside where they can. */
export function baselineOf(box: TextBox, font: TextFont, size: number): number {
  const ascent = (font.ascent * size) / 1000;
  const descent = (font.descent * size) / 1000;
  return (box.height - (ascent - descent)) / 2 - descent;
}

/** A text too wide to be shown whole shows its beginning, however it is aligned. */
export function lineStart(box: TextBox, width: number): number {
  const pad = padding(box);
  if (box.quadding === 1) return Math.max((box.width - width) / 2, pad);
  return box.quadding === 2 ? Math.max(box.width - pad - width, pad) : pad;
}

function setLines(box: TextBox, font: TextFont, text: string): TextSetting {
  const room = Math.max(box.width - 2 * padding(box), 1);
  const height = box.multiline ? Math.max(box.height - padding(box) - box.border, 1) : innerHeight(box);
  const paragraphs = measureParagraphs(text, font);
  const linesAt = (size: number) => wrapParagraphs(paragraphs, (room * 1000) / size, font);
  const fitsAt = (size: number, lines: string[]) =>
    (lines.length * font.lineHeight * size) / 1000 <= height + 0.01;
  const wanted = box.size || Math.min(largestAutoMultiline, heightSize(box, font));
  const shrinks = box.size === 0 || box.overflow === 'shrink' || box.overflow === 'wrap';
  let size = wanted;
  let lines = linesAt(size);
  if (!fitsAt(size, lines) && shrinks) {
    // More lines never fit at a larger size, so the largest fitting step is found by halving.
    let low = 0;
    let high = Math.max(Math.ceil((wanted - smallestSize) / sizeStep), 0);
    while (low < high) {
      const step = (low + high) >> 1;
      const candidate = Math.max(wanted - step * sizeStep, smallestSize);
      if (fitsAt(candidate, linesAt(candidate))) high = step;
      else low = step + 1;
    }
    size = Math.max(wanted - low * sizeStep, Math.min(smallestSize, wanted));
    lines = linesAt(size);
  }
  const fit = fitOf({ box, wanted, size, fits: fitsAt(size, lines) });
  return { operators: drawLines({ box, font, lines, size }), fit, isInside: false };
}

interface Lines {
  box: TextBox;
  font: TextFont;
  lines: readonly string[];
  size: number;
}

function drawLines({ box, font, lines, size }: Lines): string {
  const leading = (font.lineHeight * size) / 1000;
  const top = box.multiline
    ? box.height - padding(box)
    : Math.max((box.height + lines.length * leading) / 2, Math.min(box.height, leading));
  // The first baseline leaves room for the tallest letters of the line.
  const first = top - (leading + ((font.ascent + font.descent) * size) / 1000) / 2;
  let operators = `BT\n${font.resource} ${num(size)} Tf\n${box.color}\n`;
  let x = 0;
  let y = 0;
  lines.forEach((line, index) => {
    const encoded = line === '' ? null : font.encode(line);
    if (encoded === null) return;
    const toX = lineStart(box, (encoded.width * size) / 1000);
    const toY = first - index * leading;
    operators += `${num(toX - x)} ${num(toY - y)} Td\n${showText(encoded, font, size)}\n`;
    x = Math.round(toX * 1000) / 1000;
    y = Math.round(toY * 1000) / 1000;
  });
  return `${operators}ET\n`;
}

/** One character, with its marks, to a cell of equal width (12.7.4.3, comb flag). */
function setComb(box: TextBox, font: TextFont, text: string): TextSetting {
  const cell = box.width / box.comb;
  const chars = visualCharacters(text);
  const encoded = chars.map((char) => font.encode(char));
  const widest = Math.max(...encoded.map((code) => code?.width ?? 0), 1);
  const wanted = box.size || heightSize(box, font);
  const size =
    box.overflow === 'clip' ? wanted : Math.max(Math.min(wanted, (cell * 1000) / widest), smallestSize);
  const free = Math.max(box.comb - chars.length, 0);
  const start = box.quadding === 1 ? Math.floor(free / 2) : box.quadding === 2 ? free : 0;
  let operators = `BT\n${font.resource} ${num(size)} Tf\n${box.color}\n0 ${num(baselineOf(box, font, size))} Td\n`;
  let x = 0;
  encoded.forEach((code, index) => {
    if (code === null) return;
    const toX = (start + index) * cell + (cell - (code.width * size) / 1000) / 2;
    operators += `${num(toX - x)} 0 Td\n${showText(code, font, size)}\n`;
    x = Math.round(toX * 1000) / 1000;
  });
  return { operators: `${operators}ET\n`, fit: fitOf({ box, wanted, size, fits: true }), isInside: false };
}
