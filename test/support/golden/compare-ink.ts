import type { Picture } from './picture.ts';

/** Pixels a side of the squares whose ink is compared; half a square apart. About as large as a letter. */
const square = 12;

/**
 * The largest difference of two renderers in one square: their letters are not the same to the pixel, but have the
 * same places and much the same ink. A letter that one of them lacks, or has elsewhere, is more.
 */
export const inkTolerance = 0.08;

/** The greatest difference of ink in any square, 0 to 1 (a square black in one and white in the other). */
export function compareInk(a: Picture, b: Picture): { worst: number; at: { x: number; y: number } } {
  const difference = { worst: 0, at: { x: 0, y: 0 } };
  const { width, height } = a;
  if (b.width !== width || b.height !== height) return { ...difference, worst: 1 };
  const [inkOfA, inkOfB] = [sums(a), sums(b)];
  for (let y = 0; y + square <= height; y += square / 2) {
    for (let x = 0; x + square <= width; x += square / 2) {
      const box = { x, y, width };
      const off = Math.abs(inkIn(inkOfA, box) - inkIn(inkOfB, box)) / (square ** 2 * 255);
      if (off > difference.worst) Object.assign(difference, { worst: off, at: { x, y } });
    }
  }
  return difference;
}

/** Ink of all pixels above and to the left, with a row and a column of zeros before. */
function sums({ width, height, data }: Picture): Float64Array {
  const total = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      row += 255 - ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
      total[(y + 1) * (width + 1) + x + 1] = (total[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return total;
}

function inkIn(total: Float64Array, { x, y, width }: { x: number; y: number; width: number }): number {
  const at = (column: number, row: number) => total[row * (width + 1) + column] ?? 0;
  return at(x + square, y + square) - at(x, y + square) - at(x + square, y) + at(x, y);
}
