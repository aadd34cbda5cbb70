import { num } from '../layout/number.ts';
import type { WidgetStyle } from '../layout/widget-style.ts';
import { parseDefaultAppearance } from '../pdf/default-appearance.ts';
import type { Field } from '../pdf/fields.ts';
import { findByteText, findDict, findText } from '../pdf/objects.ts';
import { type PDFContext, PDFDict, PDFName } from '../pdf/pdf-lib.ts';

/** The mark of a button in its on-state: a ZapfDingbats character and its colour (ISO 32000-1, table 189, CA). */
interface Mark {
  char: string;
  color: string;
}

/** Widths of the marks that form editors offer: check, circle, cross, diamond, square, star. */
const widths: Record<string, number> = { '4': 755, l: 791, '8': 760, u: 788, n: 761, H: 816 };
/** A dot, the default mark of radio buttons. Its border is round. */
export const radioMark = 'l';
/** Height of the marks, in thousandths of the size. */
const markHeight = 700;

export function markOf(widget: PDFDict, field: Field): Mark {
  const characteristics = findDict(widget, 'MK');
  const caption = characteristics && findText(characteristics, 'CA');
  const char =
    caption !== undefined && widths[caption] !== undefined
      ? caption
      : field.kind === 'radio'
        ? radioMark
        : '4';
  return { char, color: parseDefaultAppearance(findByteText(widget, 'DA') ?? field.defaultAppearance).color };
}

/** Content and resources of an appearance with a border and the mark in its centre. */
export function drawMark(
  context: PDFContext,
  { style, mark }: { style: WidgetStyle; mark: Mark },
): { content: string; resources: PDFDict } {
  const font = PDFDict.withContext(context);
  font.set(PDFName.of('Type'), PDFName.of('Font'));
  font.set(PDFName.of('Subtype'), PDFName.of('Type1'));
  font.set(PDFName.of('BaseFont'), PDFName.of('ZapfDingbats'));
  const fonts = PDFDict.withContext(context);
  fonts.set(PDFName.of('ZaDb'), font);
  const resources = PDFDict.withContext(context);
  resources.set(PDFName.of('Font'), fonts);
  const size = Math.max(Math.min(style.width, style.height) - 2 * style.border, 1) * 0.9;
  const x = (style.width - ((widths[mark.char] ?? 755) * size) / 1000) / 2;
  const y = (style.height - (markHeight * size) / 1000) / 2;
  const text = `BT\n/ZaDb ${num(size)} Tf\n${mark.color}\n${num(x)} ${num(y)} Td\n(${mark.char}) Tj\nET\n`;
  return { content: `${style.frame}q\n${text}Q\n`, resources };
}
