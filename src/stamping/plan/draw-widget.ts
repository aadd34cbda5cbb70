import type { BundledFont } from '../fonts/bundled-font.ts';
import { num } from '../layout/number.ts';
import type { WidgetStyle } from '../layout/widget-style.ts';
import { isUnseen } from '../pdf/appearance.ts';
import { makeForm } from '../pdf/build.ts';
import { pagesOf, type Widget } from '../pdf/fields.ts';
import { PDFName } from '../pdf/pdf-lib.ts';
import { flattenString } from '../write/flatten-string.ts';
import {
  type CompileContext,
  editOf,
  openForDrawing,
  reserve,
  type SharedAppearance,
} from './compile-context.ts';
import type { PickedFont } from './draw-text.ts';
import { setAppearance } from './field-dict.ts';
import type { FieldFont, TableFont } from './font-table.ts';
import type { DocumentWriter, Numbers, Report } from './plan.ts';

export interface DrawnWidget {
  widget: Widget;
  style: WidgetStyle;
  fonts: FieldFont;
  /** Clips the value to the inside of the border, in the widget's own coordinates. */
  clip: string;
}

/** Draws a text in one widget. */
export interface WidgetWriter {
  write: (out: DocumentWriter, text: string, report: Report) => void;
  /** See `Plan.canSkipCheck`. */
  canSkipCheck: (text: string) => boolean;
}

/** Writes the content of one widget into a document. */
interface WidgetPlace {
  /** Writes operators in the widget's own coordinates. */
  put: (out: DocumentWriter, operators: string, drawing: Drawing) => void;
  /** Everything before the operators of a text in the widget's own font that needs no clipping. */
  before: string;
  /** Writes such a text: everything before its letters, `before` included, and the letters. */
  putLine: (out: DocumentWriter, start: string, letters: string) => void;
}

interface Drawing {
  /** The font that the operators use. */
  font: PickedFont | null;
  /** They stay within the widget's border and need no clipping. */
  isInside: boolean;
}

/**
 * Writes a form XObject as the widget's normal appearance (ISO 32000-1, 12.5.5 and 12.7.3.3). Border and resources
 * are in the base, so that a document contains little more than the text.
 */
export function appearanceWriter(
  compileContext: CompileContext,
  drawn: DrawnWidget,
): (numbers: Numbers) => WidgetPlace {
  const { widget, style, fonts, clip } = drawn;
  const form = reserve(compileContext);
  setAppearance(compileContext, widget.dict, form);
  const { resources, reference, frame } = sharedAppearance(compileContext, style, fonts.own);
  // Only makes the resources reachable for numbering; each document writes the dictionary itself.
  form.set(PDFName.of('Resources'), reference);
  return (numbers) => {
    const number = numbers.numberOf(form);
    const matrix = style.matrix === '1 0 0 1 0 0' ? '' : `/Matrix[${style.matrix}]`;
    const head = flattenString(
      `<</Type/XObject/Subtype/Form/BBox[0 0 ${num(style.width)} ${num(style.height)}]${matrix}/Resources`,
    );
    const ownResources = ` ${numbers.numberOf(resources)} 0 R`;
    const ownFont = `${fonts.own.font.resource} ${numbers.numberOf(fonts.own.object)} 0 R`;
    const frameMember = frame ? `/XObject<</StW ${numbers.numberOf(frame)} 0 R>>` : '';
    const drawFrame = frame ? '/StW Do\n' : '';
    const blank = `${drawFrame}/Tx BMC\nEMC\n`;
    const clipped = flattenString(`${drawFrame}/Tx BMC\nq\n${clip}`);
    const start = `${drawFrame}/Tx BMC\n`;
    const open = flattenString(`${number} 0 obj\n${head}${ownResources}/Length `);
    const put: WidgetPlace['put'] = (out, operators, { font, isInside }) => {
      const used =
        font === null || font.bundled.length === 0
          ? ownResources
          : `<</Font<<${font.bundled.map(fontMember).join('')}${font.usesOwn ? ownFont : ''}>>${frameMember}>>`;
      const content =
        operators === '' ? blank : isInside ? `${start}${operators}EMC\n` : `${clipped}${operators}Q\nEMC\n`;
      out.object(number, `${head}${used}/Length ${content.length}>>\nstream\n${content}endstream`);
    };
    const putLine: WidgetPlace['putLine'] = (out, line, letters) => {
      out.begin(number);
      out.add(open);
      out.add(`${line.length + letters.length + afterLetters.length}>>\nstream\n`);
      out.add(line);
      out.add(letters);
      out.add(closing);
    };
    return { put, before: start, putLine };
  };
}

const afterLetters = ') Tj\nET\nEMC\n';
const closing = flattenString(`${afterLetters}endstream\nendobj\n`);

function fontMember({ resource, objectNumber }: BundledFont): string {
  return `${resource} ${objectNumber} 0 R`;
}

/** Shared between all widgets with the same size, border and font. */
function sharedAppearance(
  compileContext: CompileContext,
  style: WidgetStyle,
  own: TableFont,
): SharedAppearance {
  const { context } = compileContext.source;
  const { width, height } = style;
  const frameKey = `${num(width)} ${num(height)} ${style.frame}`;
  const known = compileContext.sharedAppearances.get(`${own.font.resource} ${frameKey}`);
  if (known) return known;
  const frame =
    style.frame === ''
      ? null
      : (compileContext.frames.get(frameKey) ??
        makeForm(context, { width, height, matrix: '1 0 0 1 0 0', content: style.frame }));
  if (frame) compileContext.frames.set(frameKey, frame);
  const resources = context.obj({ Font: { [own.font.resource.slice(1)]: own.object } });
  if (frame) resources.set(PDFName.of('XObject'), context.obj({ StW: frame }));
  const made = { resources, reference: context.register(resources), frame };
  compileContext.sharedAppearances.set(`${own.font.resource} ${frameKey}`, made);
  return made;
}

/** Draws into the page's content. The border is the same in every document and is part of the base. */
export function pageWriter(
  compileContext: CompileContext,
  drawn: DrawnWidget,
): (numbers: Numbers) => WidgetPlace {
  const { widget, style } = drawn;
  const shownOn = isUnseen(widget.dict) ? [] : pagesOf(widget);
  for (const page of shownOn) {
    openForDrawing(compileContext, page);
    if (style.frame !== '') editOf(compileContext, page).shared += `q\n${style.placed} cm\n${style.frame}Q\n`;
  }
  const [first, ...others] = shownOn.map((page) => placeOn(page, drawn));
  if (first === undefined) return () => ({ put: () => {}, before: '', putLine: () => {} });
  return () => (others.length === 0 ? first : onEach(first, others));
}

function placeOn(page: number, { style, clip }: DrawnWidget): WidgetPlace {
  const start = flattenString(`q\n${style.placed} cm\n`);
  const clipped = flattenString(`${start}${clip}`);
  const put: WidgetPlace['put'] = (out, operators, { isInside }) => {
    if (operators !== '') out.draw(page, `${isInside ? start : clipped}${operators}Q\n`);
  };
  const putLine: WidgetPlace['putLine'] = (out, line, letters) => {
    out.draw(page, line);
    out.draw(page, letters);
    out.draw(page, ') Tj\nET\nQ\n');
  };
  return { put, before: start, putLine };
}

/** A widget that is on several pages is drawn on each. */
function onEach(first: WidgetPlace, others: readonly WidgetPlace[]): WidgetPlace {
  const places = [first, ...others];
  return {
    put: (out, operators, drawing) => {
      for (const place of places) place.put(out, operators, drawing);
    },
    before: first.before,
    putLine: (out, line, letters) => {
      for (const place of places) place.putLine(out, line, letters);
    },
  };
}
