import { num } from './number.ts';

export type BorderKind = 'solid' | 'dashed' | 'beveled' | 'inset' | 'underline';

export interface Border {
  /** Of the widget, in points. */
  width: number;
  height: number;
  border: number;
  kind: BorderKind;
  /** Colour and dash operators. */
  color: string;
  dash: string;
  /** Cells of a comb, or 0. */
  cells: number;
  round: boolean;
}

/** The background of a widget. */
export function fillOf({
  width,
  height,
  color,
  round,
}: Pick<Border, 'width' | 'height' | 'color' | 'round'>): string {
  const shape = round ? circle({ width, height, inset: 0 }) : `0 0 ${num(width)} ${num(height)} re\n`;
  return `q\n${color}\n${shape}f\nQ\n`;
}

/** The border of a widget in its style (ISO 32000-1, table 166). */
export function borderOf(given: Border): string {
  const { width, height, border, kind, color, dash, round } = given;
  const half = border / 2;
  const box = `${num(half)} ${num(half)} ${num(width - border)} ${num(height - border)} re\nS\n`;
  const pen = `${color}\n${num(border)} w\n`;
  // Viewers draw beveled and inset circles as plain ones.
  if (round && kind !== 'underline') {
    const line = `${circle({ width, height, inset: half })}S\n`;
    return `q\n${pen}${kind === 'dashed' ? `${dash}\n` : ''}${line}Q\n`;
  }
  switch (kind) {
    case 'dashed':
      return `q\n${pen}${dash}\n${box}${dividers(given)}Q\n`;
    case 'underline':
      return `q\n${pen}0 ${num(half)} m\n${num(width)} ${num(half)} l\nS\nQ\n`;
    case 'beveled':
      return `q\n${edge({ width, height, border, upper: '1 g', lower: '0.5 g' })}${pen}${box}Q\n`;
    case 'inset':
      return `q\n${edge({ width, height, border, upper: '0.5 g', lower: '0.75 g' })}${pen}${box}Q\n`;
    default:
      return `q\n${pen}${box}${dividers(given)}Q\n`;
  }
}

/** Lines between the cells of a comb (12.7.4.3), as viewers draw them where there is a plain or dashed border. */
function dividers({ width, height, cells }: Border): string {
  let lines = '';
  for (let cell = 1; cell < cells; cell++) {
    const x = num((width * cell) / cells);
    lines += `${x} 0 m\n${x} ${num(height)} l\n`;
  }
  return lines === '' ? '' : `${lines}S\n`;
}

/** Distance of a quarter circle's control points from its ends, in radii. */
const bend = 0.5523;

/** The largest centred circle with a distance of `inset` from the box. */
function circle({ width, height, inset }: { width: number; height: number; inset: number }): string {
  const [x, y] = [width / 2, height / 2];
  const r = Math.max(Math.min(x, y) - inset, 0);
  const c = r * bend;
  const points = (...numbers: number[]) => numbers.map(num).join(' ');
  return [
    `${points(x + r, y)} m`,
    `${points(x + r, y + c, x + c, y + r, x, y + r)} c`,
    `${points(x - c, y + r, x - r, y + c, x - r, y)} c`,
    `${points(x - r, y - c, x - c, y - r, x, y - r)} c`,
    `${points(x + c, y - r, x + r, y - c, x + r, y)} c`,
    'h\n',
  ].join('\n');
}

interface Edge {
  width: number;
  height: number;
  border: number;
  upper: string;
  lower: string;
}

/** The light and the dark half of a beveled or inset border. */
function edge({ width, height, border, upper, lower }: Edge): string {
  const [near, far] = [border, border * 2];
  const points = (...pairs: [number, number][]) =>
    pairs.map(([x, y], index) => `${num(x)} ${num(y)} ${index === 0 ? 'm' : 'l'}\n`).join('');
  const [w, h] = [width, height];
  return (
    `${upper}\n${points([near, near], [near, h - near], [w - near, h - near], [w - far, h - far], [far, h - far], [far, far])}f\n` +
    `${lower}\n${points([w - near, h - near], [w - near, near], [near, near], [far, far], [w - far, far], [w - far, h - far])}f\n`
  );
}
