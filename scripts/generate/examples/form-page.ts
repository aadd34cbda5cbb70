import type { PDFFont, PDFPage } from '../../../src/stamping/pdf/pdf-lib.ts';
import { rgb } from '../../../src/stamping/pdf/pdf-lib.ts';
import type { Cell, ProseCell, Section } from './form-definition.ts';
import type { Box, FieldContext } from './form-fields.ts';
import { addCheckBox, addChoice, addRadioGroup, addSignatureField, addTextField } from './form-fields.ts';

/** Draws labels and boxes of sections from top to bottom, and places the fields on them. */

const margin = 44;
const gap = 8;
const labelSize = 7;
const brand = rgb(0.05, 0.32, 0.36);
const grey = rgb(0.36, 0.4, 0.44);
const paper = rgb(0.955, 0.97, 0.97);
const line = rgb(0.68, 0.75, 0.77);
const proseSize = 7.8;

export interface Fonts {
  plain: PDFFont;
  bold: PDFFont;
}

export interface PageContext extends FieldContext {
  fonts: Fonts;
}

/** Draws the header of a page. Returns the y position below it. */
export function drawBand(
  { page, fonts }: PageContext,
  band: { title: string; note: string; height: number },
): number {
  const { width, height } = page.getSize();
  const bottom = height - band.height;
  page.drawRectangle({ x: 0, y: bottom, width, height: band.height, color: brand });
  page.drawRectangle({ x: 0, y: bottom - 3, width, height: 3, color: rgb(0.93, 0.63, 0.13) });
  const middle = bottom + band.height / 2;
  const white = rgb(1, 1, 1);
  page.drawText(band.title, { x: margin, y: middle - 6, size: 17, font: fonts.bold, color: white });
  const lines = band.note.split('\n');
  lines.forEach((text, index) => {
    const size = 8;
    const x = width - margin - fonts.plain.widthOfTextAtSize(text, size);
    const y = middle + (lines.length / 2 - index) * 10.5 - 8;
    page.drawText(text, { x, y, size, font: fonts.plain, color: white });
  });
  return bottom - 3;
}

/** Draws a section. Returns the y position below it. */
export function drawSection(context: PageContext, section: Section, top: number): number {
  const { page, fonts } = context;
  const width = page.getWidth() - 2 * margin;
  page.drawText(section.title, { x: margin, y: top - 10, size: 10.5, font: fonts.bold, color: brand });
  page.drawRectangle({ x: margin, y: top - 15.5, width, height: 0.8, color: brand });
  let y = top - 21;
  for (const row of section.rows) {
    const height = Math.max(...row.map((cell) => heightOf(cell, fonts.plain, width)));
    let x = margin;
    for (const cell of row) {
      const cellWidth = ((width + gap) / 12) * cell.span - gap;
      drawCell(context, cell, { x, y: y - height, width: cellWidth, height });
      x += cellWidth + gap;
    }
    y -= height + 7;
  }
  return y - 9;
}

/** Draws the footer of a page. */
export function drawFooter({ page, fonts }: PageContext, text: string): void {
  const style = { y: 24, size: 7, font: fonts.plain, color: grey };
  page.drawText(text, { ...style, x: margin });
}

const lineHeight = 14;
const labelHeight = 10;

function heightOf(cell: Cell, font: PDFFont, width: number): number {
  if (cell.kind === 'prose') return wrap(cell.text, font, width).length * (proseSize + 2.6) + 2;
  if (cell.kind === 'check') return 17;
  if (cell.kind === 'signature') return labelHeight + 46;
  const lines = 'lines' in cell ? (cell.lines ?? 1) : 1;
  return labelHeight + 6 + lines * lineHeight;
}

function drawCell(context: PageContext, cell: Cell, box: Box): void {
  const { page, fonts } = context;
  if (cell.kind === 'prose') {
    drawProse(context, cell, box);
    return;
  }
  const label = { size: labelSize, font: fonts.plain, color: grey };
  if (cell.kind === 'check') {
    addCheckBox(context, cell, { x: box.x, y: box.y + 2, width: 11, height: 11 });
    page.drawText(cell.label, {
      ...label,
      size: 9,
      color: rgb(0.1, 0.1, 0.12),
      x: box.x + 18,
      y: box.y + 4.5,
    });
    return;
  }
  const mark = 'required' in cell && cell.required === true ? ' *' : '';
  page.drawText(`${cell.label}${mark}`, { ...label, x: box.x, y: box.y + box.height - 7.5 });
  const field = { ...box, height: box.height - labelHeight };
  if (cell.kind === 'radio') {
    const step = box.width / cell.options.length;
    const places = cell.options.map((_, index) => ({
      x: box.x + index * step,
      y: field.y + field.height / 2 - 5.5,
      width: 11,
      height: 11,
    }));
    addRadioGroup(context, cell, places);
    cell.options.forEach((option, index) => {
      const x = box.x + index * step + 17;
      page.drawText(option.label, {
        ...label,
        size: 9,
        color: rgb(0.1, 0.1, 0.12),
        x,
        y: field.y + field.height / 2 - 3,
      });
    });
    return;
  }
  page.drawRectangle({ ...field, color: paper, borderColor: line, borderWidth: 0.6 });
  if (cell.kind === 'signature') addSignatureField(context, cell, field);
  else if (cell.kind === 'choice') addChoice(context, cell, inset(field));
  else if (cell.comb === true) {
    drawComb(page, field, cell.maxLength ?? 1);
    addTextField(context, cell, field);
  } else addTextField(context, cell, inset(field));
}

/** Space between the text and its box. */
function inset({ x, y, width, height }: Box): Box {
  return { x: x + 2, y: y + 1.5, width: width - 4, height: height - 3 };
}

function drawComb(page: PDFPage, box: Box, cells: number): void {
  for (let index = 1; index < cells; index += 1) {
    const x = box.x + (box.width / cells) * index;
    page.drawLine({ start: { x, y: box.y }, end: { x, y: box.y + 5 }, thickness: 0.5, color: line });
  }
}

function drawProse({ page, fonts }: PageContext, cell: ProseCell, box: Box): void {
  wrap(cell.text, fonts.plain, box.width).forEach((text, index) => {
    const y = box.y + box.height - (index + 1) * (proseSize + 2.6) + 2;
    page.drawText(text, { x: box.x, y, size: proseSize, font: fonts.plain, color: rgb(0.2, 0.22, 0.25) });
  });
}

function wrap(text: string, font: PDFFont, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && font.widthOfTextAtSize(longer, proseSize) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}
