/** A rendered page in greyscale: one byte per pixel, one pixel per point. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Side of the compared squares, in pixels. Within a square, renderers may place glyphs differently. */
const block = 8;
/** Minimum difference of the mean brightness. */
const threshold = 40;

/** Share of the squares that differ, 0 to 1, without squares that touch a mask. 1 if the image sizes differ. */
export function differenceOf(a: Grey, b: Grey, masks: readonly Box[] = []): number {
  if (Math.abs(a.width - b.width) > 2 || Math.abs(a.height - b.height) > 2) return 1;
  const columns = Math.floor(Math.min(a.width, b.width) / block);
  const rows = Math.floor(Math.min(a.height, b.height) / block);
  let compared = 0;
  let different = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const square = { x: column * block, y: row * block, width: block, height: block };
      if (masks.some((mask) => touches(mask, square))) continue;
      compared++;
      if (Math.abs(meanOf(a, square) - meanOf(b, square)) > threshold) different++;
    }
  }
  return compared === 0 ? 0 : different / compared;
}

function touches(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function meanOf(image: Grey, { x, y, width, height }: Box): number {
  let sum = 0;
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) sum += image.data[row * image.width + column] ?? 255;
  }
  return sum / (width * height);
}

/** Number of pixels in a box that differ between two images of the same renderer. */
export function changedPixels(a: Grey, b: Grey, box: Box): number {
  let changed = 0;
  for (let y = Math.max(0, Math.floor(box.y)); y < box.y + box.height && y < a.height; y++) {
    for (let x = Math.max(0, Math.floor(box.x)); x < box.x + box.width && x < a.width; x++) {
      const one = a.data[y * a.width + x] ?? 255;
      const other = b.data[y * b.width + x] ?? 255;
      if (Math.abs(one - other) > 32) changed++;
    }
  }
  return changed;
}

/** The box, enlarged by `by` pixels on every side. */
export function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** Whether the box has more than one shade. */
export function hasInk(image: Grey, box: Box): boolean {
  const ground = { ...image, data: new Uint8Array(image.data.length).fill(shadeAt(image, box)) };
  return changedPixels(ground, image, box) > 0;
}

function shadeAt({ width, data }: Grey, { x, y }: Box): number {
  return data[Math.max(0, Math.floor(y)) * width + Math.max(0, Math.floor(x))] ?? 255;
}
