import { findNumbers } from './objects.ts';
import type { PDFDict } from './pdf-lib.ts';

/** Lower left and upper right corner, in points of the page's own space. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** A rectangle with ordered corners (ISO 32000-1, 7.9.5), or undefined when it has no area. */
export function findBox(dict: PDFDict, key: string): Box | undefined {
  const numbers = findNumbers(dict, key, 4);
  if (numbers === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] - box[0] > 0 && box[3] - box[1] > 0 ? box : undefined;
}

export function intersect(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}
