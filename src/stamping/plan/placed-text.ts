import { num } from '../layout/number.ts';
import { createTextSetter, type TextBox } from '../layout/text-box.ts';
import { displayedSize, type Page } from '../pdf/pages.ts';
import type { FieldMapping } from '../types.ts';
import { type CompileContext, openForDrawing } from './compile-context.ts';
import { drawableText, layOut, normaliseLines, pickFont } from './draw-text.ts';
import type { PlanBuilder } from './plan.ts';

const defaultSize = 10;
/** Line height as a multiple of the size, when the mapping has no height. */
const lineFactor = 1.2;

/** Text at a position on a page, upright as displayed, whatever the page's rotation and boxes. */
export function planPlacedText(compileContext: CompileContext, mapping: FieldMapping): PlanBuilder | null {
  const index = (mapping.Page ?? 1) - 1;
  const page = compileContext.pages[index];
  if (page === undefined) return null;
  const shown = displayedSize(page);
  const x = mapping.X ?? 0;
  const y = mapping.Y ?? 0;
  const width = mapping.Width ?? Math.max(shown.width - x, 1);
  const size = mapping.FontSize ?? defaultSize;
  const height = mapping.Height ?? (size || defaultSize) * lineFactor;
  const several = mapping.Overflow === 'wrap' || height >= 2 * (size || defaultSize) * lineFactor;
  const box: TextBox = {
    width,
    height,
    border: 0,
    quadding: { left: 0, center: 1, right: 2 }[mapping.Align ?? 'left'],
    multiline: several,
    comb: 0,
    size,
    color: '0 g',
    overflow: mapping.Overflow ?? (several ? 'wrap' : 'shrink'),
  };
  const fonts = compileContext.fonts.fieldFont(mapping.FontFamily ?? 'Helvetica', undefined);
  const set = createTextSetter(box);
  openForDrawing(compileContext, index);
  const start = `q\n${displayMatrix(page, { x, y, height })} cm\n0 0 ${num(width)} ${num(height)} re\nW\nn\n`;
  return () => ({
    fill: (out, value, report) => {
      const text = drawableText(normaliseLines(value, several));
      if (text === '') return;
      const picked = pickFont(fonts, text, { out, report });
      if (picked === null) return;
      out.draw(index, `${start}${layOut(set, picked.font, { text, report }).operators}Q\n`);
    },
    storedValue: (value) => normaliseLines(value, several),
  });
}

/**
 * The matrix from a box's coordinates (points, origin at its lower left corner as displayed) to page space (ISO
 * 32000-1, 8.3.2.3).
 */
function displayMatrix(page: Page, box: { x: number; y: number; height: number }): string {
  const [left, bottom, right, top] = page.visible;
  const scale = 1 / page.unit;
  const [x, low] = [box.x * scale, (box.y + box.height) * scale];
  const [plus, minus] = [scale, -scale].map((factor) => String(Number(factor.toFixed(6))));
  switch (page.rotate) {
    case 90:
      return `0 ${plus} ${minus} 0 ${num(left + low)} ${num(bottom + x)}`;
    case 180:
      return `${minus} 0 0 ${minus} ${num(right - x)} ${num(bottom + low)}`;
    case 270:
      return `0 ${minus} ${plus} 0 ${num(right - low)} ${num(top - x)}`;
    default:
      return `${plus} 0 0 ${plus} ${num(left + x)} ${num(top - low)}`;
  }
}
