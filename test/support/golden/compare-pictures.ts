import type { Picture } from './picture.ts';

/** Where two pictures differ most. */
interface Difference {
  /** Share of clearly different pixels in the worst square of the picture, 0 to 1; 1 when the sizes differ. */
  worst: number;
  /** Upper left corner of that square, in pixels. */
  at: { x: number; y: number };
}

/** Pixels a side. A letter is about as large, so that one letter more or less is much of a square. */
const square = 12;
/** A colour part that is this far off makes a pixel clearly different; smoothed edges are less so. */
const clear = 100;

/**
 * The largest difference allowed between two pictures: less than the thinnest letter, or than a move by two points, and more than
 * the rounding of another renderer's edges.
 */
export const tolerance = 0.03;

/** Compares square by square, since a wrong letter is lost in the share of a whole page. */
export function comparePictures(actual: Picture, expected: Picture): Difference {
  const difference: Difference = { worst: 0, at: { x: 0, y: 0 } };
  const { width, height } = expected;
  if (actual.width !== width || actual.height !== height) return { ...difference, worst: 1 };
  const marked = markDifferent(actual.data, expected.data);
  for (let y = 0; y < height; y += square / 2) {
    for (let x = 0; x < width; x += square / 2) {
      let count = 0;
      for (let row = y; row < y + square && row < height; row++) {
        for (let column = x; column < x + square && column < width; column++) {
          count += marked[row * width + column] ?? 0;
        }
      }
      const share = count / square ** 2;
      if (share > difference.worst) Object.assign(difference, { worst: share, at: { x, y } });
    }
  }
  return difference;
}

/** 1 for each pixel that is clearly different. */
function markDifferent(actual: Uint8Array, expected: Uint8Array): Uint8Array {
  const marked = new Uint8Array(expected.length / 3);
  for (let at = 0; at < expected.length; at++) {
    const off = (actual[at] ?? 0) - (expected[at] ?? 0);
    if (off > clear || off < -clear) marked[(at / 3) | 0] = 1;
  }
  return marked;
}
