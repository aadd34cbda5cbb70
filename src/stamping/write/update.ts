import type { FaceStyle } from '../fonts/bundled-face.ts';
import { type BundledFont, createBundledFont } from '../fonts/bundled-font.ts';
import { fontObjectCount, fontObjects } from '../fonts/embed-font.ts';
import type { DocumentWriter } from '../plan/plan.ts';

/** The parts of the update that are the same in every document of a template. */
export interface UpdateLayout {
  baseLength: number;
  /** /Prev of the document's cross-reference stream. */
  xrefOffset: number;
  /** The first object number that neither the base nor a plan uses. */
  firstFree: number;
  trailer: string;
  /** Pages to which documents add content or fonts. */
  pages: readonly PageSlots[];
  /** Fonts that all documents of a job share. */
  shared: SharedFonts;
}

/** Numbers and offsets of the objects of shared fonts. Each document's cross-reference stream lists them. */
interface SharedFonts {
  fonts: readonly BundledFont[];
  numbers: readonly number[];
  offsets: readonly number[];
}

interface PageSlots {
  page: number;
  content: number;
  fonts: number;
  /** Members of the page's font dictionary that are the same in every document. */
  fontMembers: string;
}

/** Writes the update of one document. */
interface UpdateWriter extends DocumentWriter {
  /** The update, in the memory that `allocate` returns. */
  finish: (allocate?: (bytes: number) => Buffer) => Uint8Array;
}

/** Bytes of one row of the cross-reference stream: type, offset, generation. */
const rowSize = 6;

/**
 * Collects an incremental update (ISO 32000-1, 7.5.6): the document's own objects, and a cross-reference stream that
 * continues the base's. The text has one character for each byte, so offsets are text lengths.
 */
export function createUpdateWriter(frame: UpdateLayout): UpdateWriter {
  let text = '';
  const numbers: number[] = [];
  const offsets: number[] = [];
  const drawn: string[] = [];
  const fonts: BundledFont[] = [];
  const styles: FaceStyle[] = [];
  let free = frame.firstFree;

  const begin = (number: number) => {
    numbers.push(number);
    offsets.push(frame.baseLength + text.length);
  };
  const add = (piece: string) => {
    text += piece;
  };
  const object = (number: number, source: string) => {
    begin(number);
    text += `${number} 0 obj\n${source}\nendobj\n`;
  };
  return {
    object,
    begin,
    add,
    shared: frame.shared.fonts,
    draw: (page, operators) => {
      drawn[page] = (drawn[page] ?? '') + operators;
    },
    ownFont: (style) => {
      const known = fonts[styles.indexOf(style)];
      if (known) return known;
      const font = createBundledFont(`/StD${fonts.length}`, style);
      font.objectNumber = free;
      free += fontObjectCount;
      fonts.push(font);
      styles.push(style);
      return font;
    },
    finish: (allocate = Buffer.allocUnsafeSlow) => {
      const fontMembers = [...frame.shared.fonts, ...fonts]
        .map((font) => `${font.resource} ${font.objectNumber} 0 R`)
        .join('');
      for (const slots of frame.pages) {
        const content = drawn[slots.page] ?? '';
        object(slots.content, `<</Length ${content.length}>>\nstream\n${content}\nendstream`);
        object(slots.fonts, `<<${slots.fontMembers}${fontMembers}>>`);
      }
      for (const number of frame.shared.numbers) numbers.push(number);
      for (const offset of frame.shared.offsets) offsets.push(offset);
      for (const font of fonts) {
        const own = Array.from({ length: fontObjectCount }, (_, index) => font.objectNumber + index);
        fontObjects(font.subset, own).forEach((source, index) => {
          object(own[index] ?? 0, source);
        });
      }
      return close({ text, numbers, offsets, number: free, frame, allocate });
    },
  };
}

interface Closing {
  text: string;
  numbers: number[];
  offsets: number[];
  /** Number of the cross-reference stream itself. */
  number: number;
  frame: UpdateLayout;
  allocate: (bytes: number) => Buffer;
}

function close({ text, numbers, offsets, number, frame, allocate }: Closing): Uint8Array {
  const start = frame.baseLength + text.length;
  numbers.push(number);
  offsets.push(start);
  const order = sortedOrder(numbers);
  const head =
    `${number} 0 obj\n<</Type/XRef/Size ${number + 1}/Prev ${frame.xrefOffset}/W[1 4 1]` +
    `/Index[${sections(order.map((index) => numbers[index] ?? 0))}]${frame.trailer}/Length ${order.length * rowSize}>>\nstream\n`;
  const tail = `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
  const bytes = allocate(text.length + head.length + order.length * rowSize + tail.length);
  let at = bytes.write(text, 0, 'latin1');
  at += bytes.write(head, at, 'latin1');
  for (const index of order) {
    const offset = offsets[index] ?? 0;
    bytes[at] = 1;
    bytes[at + 1] = offset >>> 24;
    bytes[at + 2] = (offset >>> 16) & 0xff;
    bytes[at + 3] = (offset >>> 8) & 0xff;
    bytes[at + 4] = offset & 0xff;
    bytes[at + 5] = 0;
    at += rowSize;
  }
  bytes.write(tail, at, 'latin1');
  return bytes;
}

/** Indexes of the numbers in ascending order. Plans usually write in that order already. */
function sortedOrder(numbers: readonly number[]): number[] {
  const order = numbers.map((_, index) => index);
  const isSorted = numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? 0) < number);
  return isSorted ? order : order.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
}

/** Runs of consecutive numbers as pairs of first number and count (7.5.8.2). */
function sections(numbers: readonly number[]): string {
  const pairs: string[] = [];
  let first = numbers[0] ?? 0;
  let count = 0;
  for (const number of numbers) {
    if (number !== first + count) {
      pairs.push(`${first} ${count}`);
      first = number;
      count = 0;
    }
    count++;
  }
  pairs.push(`${first} ${count}`);
  return pairs.join(' ');
}
