import { findBox } from '../pdf/boxes.ts';
import { findArray, findDict, findNameText, findNumber, findNumbers } from '../pdf/objects.ts';
import type { PDFDict } from '../pdf/pdf-lib.ts';
import { type BorderKind, borderOf, fillOf } from './frame.ts';
import { num } from './number.ts';

/** Size, border and background of a widget, in the widget's own coordinates. */
export interface WidgetStyle {
  /** Width and height of the appearance, sides swapped for a quarter turn. */
  width: number;
  height: number;
  /** Lower left corner and size of the rectangle on the page. */
  rect: readonly [x: number, y: number, width: number, height: number];
  border: number;
  /** Operators for background and border (ISO 32000-1, 12.5.4 and table 189). */
  frame: string;
  /** Rotates the appearance within its rectangle: a matrix of six numbers. */
  matrix: string;
  /** The same with the position on the page: from appearance space to page space. */
  placed: string;
}

const styles: Record<string, BorderKind> = {
  S: 'solid',
  D: 'dashed',
  B: 'beveled',
  I: 'inset',
  U: 'underline',
};

/** Additions to the border that depend on the kind of field. */
interface FrameKind {
  /** Cells of a comb field, with a line between one and the next. */
  cells?: number;
  /** A circle instead of a rectangle. */
  round?: boolean;
}

export function readWidgetStyle(widget: PDFDict, { cells = 0, round = false }: FrameKind = {}): WidgetStyle {
  const [left, bottom, right, top] = findBox(widget, 'Rect') ?? [0, 0, 0, 0];
  const rect = [left, bottom, right - left, top - bottom] as const;
  const characteristics = findDict(widget, 'MK');
  const given = (characteristics && findNumber(characteristics, 'R')) ?? 0;
  // Only multiples of 90 degrees are valid (table 189); viewers ignore other angles.
  const turn = given % 90 === 0 ? ((given % 360) + 360) % 360 : 0;
  const swapped = turn === 90 || turn === 270;
  const width = swapped ? rect[3] : rect[2];
  const height = swapped ? rect[2] : rect[3];
  const style = findDict(widget, 'BS');
  const borderColor = colorOf(characteristics, 'BC', 'stroke');
  const line = (style && findNumber(style, 'W')) ?? findNumbers(widget, 'Border', 3)?.[2] ?? 1;
  const border = Math.min(Math.max(line, 0), Math.min(width, height) / 2);
  const kind = styles[(style && findNameText(style, 'S')) ?? 'S'] ?? 'solid';
  const thick = kind === 'beveled' || kind === 'inset' ? border * 2 : border;
  const background = colorOf(characteristics, 'BG', 'fill');
  let frame = background === '' ? '' : fillOf({ width, height, color: background, round });
  if (borderColor !== '' && border > 0) {
    frame += borderOf({ width, height, border, kind, color: borderColor, dash: dashOf(style), cells, round });
  }
  const cosine = turn === 0 ? 1 : turn === 180 ? -1 : 0;
  const sine = turn === 90 ? 1 : turn === 270 ? -1 : 0;
  const dx = turn === 90 || turn === 180 ? rect[2] : 0;
  const dy = turn === 180 || turn === 270 ? rect[3] : 0;
  const turned = `${cosine} ${sine} ${-sine || 0} ${cosine}`;
  return {
    width,
    height,
    rect,
    border: thick,
    frame,
    matrix: `${turned} ${num(dx)} ${num(dy)}`,
    placed: `${turned} ${num(rect[0] + dx)} ${num(rect[1] + dy)}`,
  };
}

/** A colour array as an operator: none, grey, RGB or CMYK by its length. */
function colorOf(characteristics: PDFDict | undefined, key: string, use: 'fill' | 'stroke'): string {
  const array = characteristics && findArray(characteristics, key);
  if (!characteristics || !array) return '';
  const parts = findNumbers(characteristics, key, array.size())?.map((part) =>
    num(Math.min(Math.max(part, 0), 1)),
  );
  const operator = { 1: 'g', 3: 'rg', 4: 'k' }[array.size()];
  if (parts === undefined || operator === undefined) return '';
  return `${parts.join(' ')} ${use === 'fill' ? operator : operator.toUpperCase()}`;
}

function dashOf(style: PDFDict | undefined): string {
  const array = style && findArray(style, 'D');
  const parts = style && array && findNumbers(style, 'D', 1);
  return `[${(parts ?? [3]).map((part) => num(Math.max(part, 0))).join(' ')}] 0 d`;
}
