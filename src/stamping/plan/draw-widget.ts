import { PDFName, PDFNumber } from 'pdf-lib';
import { num } from '../layout/number.ts';
import type { WidgetLook } from '../layout/widget-look.ts';
import type { Widget } from '../pdf/fields.ts';
import type { PickedFont } from './draw-text.ts';
import { setAppearance } from './field-dict.ts';
import type { FieldFont } from './font-table.ts';
import type { DocumentWriter, Numbers, Report } from './plan.ts';
import { editOf, openForDrawing, reserve, type Workspace } from './workspace.ts';

const flagsKey = PDFName.of('F');

export interface DrawnWidget {
  widget: Widget;
  look: WidgetLook;
  fonts: FieldFont;
  /** Operators that keep the value inside its frame, in the widget's own space. */
  clip: string;
}

/** Shows a text in one widget. */
export interface WidgetWriter {
  write: (out: DocumentWriter, text: string, report: Report) => void;
}

/** Puts finished operators (in the widget's own space) where they belong; `font` is what they use. */
type Put = (out: DocumentWriter, operators: string, font: PickedFont | null) => void;

/** Writes a form XObject as the widget's normal appearance (ISO 32000-1, 12.5.5 and 12.7.3.3). */
export function appearanceWriter(workspace: Workspace, drawn: DrawnWidget): (numbers: Numbers) => Put {
  const { widget, look, fonts, clip } = drawn;
  const form = reserve(workspace);
  setAppearance(workspace, widget.dict, form);
  return (numbers) => {
    const number = numbers.numberOf(form);
    const matrix = look.matrix === '1 0 0 1 0 0' ? '' : `/Matrix[${look.matrix}]`;
    const head = `<</Type/XObject/Subtype/Form/BBox[0 0 ${num(look.width)} ${num(look.height)}]${matrix}/Resources<<`;
    const ownFont = `/Font<<${fonts.own.font.resource} ${numbers.numberOf(fonts.own.object)} 0 R>>`;
    const blank = `${look.frame}/Tx BMC\nEMC\n`;
    const start = `${look.frame}/Tx BMC\nq\n${clip}`;
    return (out, operators, picked) => {
      const bundled = picked?.bundled;
      const font =
        picked === null ? '' : bundled ? `/Font<<${bundled.resource} ${bundled.objectNumber} 0 R>>` : ownFont;
      const content = operators === '' ? blank : `${start}${operators}Q\nEMC\n`;
      out.object(number, `${head}${font}>>/Length ${content.length}>>\nstream\n${content}endstream`);
    };
  };
}

/** Draws into the page's content; the frame is the same in every document and goes to the base. */
export function pageWriter(workspace: Workspace, drawn: DrawnWidget): (numbers: Numbers) => Put {
  const { widget, look, clip } = drawn;
  if (widget.page < 0 || isHidden(widget)) return () => () => {};
  openForDrawing(workspace, widget.page);
  if (look.frame !== '') editOf(workspace, widget.page).shared += `q\n${look.placed} cm\n${look.frame}Q\n`;
  const start = `q\n${look.placed} cm\n${clip}`;
  return () => (out, operators) => {
    if (operators !== '') out.draw(widget.page, `${start}${operators}Q\n`);
  };
}

/** Annotation flags Hidden and NoView (table 165). */
export function isHidden(widget: Widget): boolean {
  const flags = widget.dict.lookup(flagsKey);
  return flags instanceof PDFNumber && (flags.asNumber() & 0b100010) !== 0;
}
