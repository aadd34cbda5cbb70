import { findBox } from '../pdf/boxes.ts';
import { findNumbers } from '../pdf/objects.ts';
import type { PDFDict, PDFRawStream } from '../pdf/pdf-lib.ts';
import { num } from './number.ts';

/**
 * The matrix that maps an appearance to its annotation's rectangle (ISO 32000-1, 12.5.5, algorithm 8.1), as six
 * numbers; null when the appearance is empty.
 */
export function placementOf(form: PDFRawStream, widget: PDFDict): string | null {
  const rect = findBox(widget, 'Rect');
  const box = findBox(form.dict, 'BBox');
  if (!rect || !box) return null;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = findNumbers(form.dict, 'Matrix', 6) ?? [];
  const corners = [
    [box[0], box[1]],
    [box[2], box[1]],
    [box[2], box[3]],
    [box[0], box[3]],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (width <= 0 || height <= 0) return null;
  const sx = (rect[2] - rect[0]) / width;
  const sy = (rect[3] - rect[1]) / height;
  return `${num(sx)} 0 0 ${num(sy)} ${num(rect[0] - left * sx)} ${num(rect[1] - bottom * sy)}`;
}
