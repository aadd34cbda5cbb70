import type { TextFont } from '../fonts/text-font.ts';
import { visualCharacters } from '../fonts/visual-order.ts';
import { num } from './number.ts';
import { showText } from './show-text.ts';
import { measureParagraphs, wrapParagraphs } from './wrap.ts';

/** A box for text. Its lower left corner is at 0,0; lengths in points. */
export interface TextBox {
  width: number;
  height: number;
  /** Width of the border. */
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

/** Whether a text fits its box. */
export type Fit = 'fits' | 'shrunk' | 'clipped' | 'overflows';

export interface TextSetting {
  /** Content operators from BT to ET, or nothing for an empty text. */
  operators: string;
  fit: Fit;
  /** The text stays within the border and needs no clipping. */
  isInside: boolean;
}

/** The smallest automatic size, in points. */
export const smallestSize = 4;
/** The largest automatic size of multi-line text, as in other viewers. */
const largestAutoMultiline = 12;
const sizeStep = 0.5;

/** Lays out a text. The font must have all its glyphs. */
export type TextSetter = (font: TextFont, text: string) => TextSetting;

type TextFitTest = (font: TextFont, text: string) => boolean;

/** Creates the layout function of a box. */
export function createTextSetter(box: TextBox): TextSetter {
  if (box.comb > 0) return (font, text) => setComb(box, font, text);
  if (box.multiline || box.overflow === 'wrap') return (font, text) => setLines(box, font, text);
  return createLineSetter(box);
}

/** Distance of text from the left and right side of the box. */
export function padding(box: TextBox): number {
  return 2 * Math.max(1, box.border);
}

/** Height left for text between the borders. */
export function innerHeight(box: TextBox): number {
  return Math.max(box.height - 2 * Math.max(box.border, 0.5), 1);
}

/** The font size at which a line fills the height of the box. */
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
      // Left-aligned text always starts at the same position.
      left = `${head}${num(padding(box))} ${baseline} Td\n`;
    }
    const width = (encoded.width * size) / 1000;
    const fits = width <= room + 0.01;
    const fit = fitOf({ box, wanted, size, fits });
    const start = box.quadding === 0 ? left : `${head}${num(lineStart(box, width))} ${baseline} Td\n`;
    // Raised marks can be higher than the line.
    const isInside = fits && encoded.runs === undefined && font.lineHeight * size <= 1000 * inner + 1;
    return { operators: `${start}${showText(encoded, font, size)}\nET\n`, fit, isInside };
  };
}

/** A fast test that a text fits on its line without changes. False can also mean "unknown". */
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

/** Baseline of a single line: capital letters are vertically centred, descenders stay inside the box where possible. */
export function baselineOf(box: TextBox, font: TextFont, size: number): number {
  const ascent = (font.ascent * size) / 1000;
  const descent = (font.descent * size) / 1000;
  return (box.height - (ascent - descent)) / 2 - descent;
}

/** A text that is too wide starts at the left, whatever its alignment, so that its beginning is visible. */
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
    // A larger size never fits more lines, so a binary search finds the largest size that fits.
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
  // The first baseline is low enough for the tallest letters of the line.
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

/** One character, with its marks, in each cell of equal width (12.7.4.3, comb flag). */
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
