import { composeText } from '../../tables/text.ts';
import { num } from '../layout/number.ts';
import { createPlainLine } from '../layout/plain-line.ts';
import { createFitTest, createTextSetter, type TextBox } from '../layout/text-box.ts';
import { readWidgetStyle, type WidgetStyle } from '../layout/widget-style.ts';
import { parseDefaultAppearance } from '../pdf/default-appearance.ts';
import { type Field, fieldFlags, type Widget } from '../pdf/fields.ts';
import { findByteText, findNumber } from '../pdf/objects.ts';
import { literalString, textString } from '../pdf/text-string.ts';
import type { FieldMapping } from '../types.ts';
import { flattenString } from '../write/flatten-string.ts';
import { type CompileContext, findFont } from './compile-context.ts';
import { drawableText, layOut, normaliseLines, pickFont, plainText } from './draw-text.ts';
import { appearanceWriter, type DrawnWidget, pageWriter, type WidgetWriter } from './draw-widget.ts';
import { fieldHead, prepareFieldDict } from './field-dict.ts';
import type { FieldFont } from './font-table.ts';
import type { Plan, PlanBuilder, Report } from './plan.ts';

/** The layout of text in one widget. */
export interface TextWidget {
  style: WidgetStyle;
  box: TextBox;
  fonts: FieldFont;
}

const alignments = { left: 0, center: 1, right: 2 } as const;

/** Reads font, size, colour and alignment from a widget, its field and the mapping (12.7.3.3). */
export function readTextWidget(
  compileContext: CompileContext,
  job: { field: Field; widget: Widget; mapping: FieldMapping },
): TextWidget {
  const { field, widget, mapping } = job;
  const appearance = parseDefaultAppearance(findByteText(widget.dict, 'DA') ?? field.defaultAppearance);
  const multiline = field.kind === 'text' && (field.flags & fieldFlags.multiline) !== 0;
  const isComb =
    (field.flags & fieldFlags.comb) !== 0 &&
    (field.flags & (fieldFlags.multiline | fieldFlags.password)) === 0 &&
    field.kind === 'text';
  const comb = isComb ? (field.maxLength ?? 0) : 0;
  const style = readWidgetStyle(widget.dict, { cells: comb });
  const family = mapping.FontFamily;
  return {
    style,
    box: {
      width: style.width,
      height: style.height,
      border: style.border,
      quadding: mapping.Align ? alignments[mapping.Align] : (findNumber(widget.dict, 'Q') ?? field.quadding),
      multiline,
      comb,
      size: mapping.FontSize ?? appearance.size,
      color: appearance.color,
      overflow: mapping.Overflow ?? (multiline ? 'wrap' : 'shrink'),
    },
    fonts: family
      ? compileContext.fonts.fieldFont(family, undefined)
      : compileContext.fonts.fieldFont(
          appearance.font,
          findFont(compileContext, widget.dict, appearance.font),
        ),
  };
}

/** A text field (12.7.4.3): value, and an appearance for each of its widgets. */
export function planTextField(
  compileContext: CompileContext,
  field: Field,
  mapping: FieldMapping,
): PlanBuilder {
  // The field is reserved before its appearances, so that documents write their objects in the order of their numbers.
  const dict = compileContext.flatten ? null : prepareFieldDict(compileContext, field, ['V', 'RV']);
  const widgets = field.widgets
    .map((widget) => ({ widget, text: readTextWidget(compileContext, { field, widget, mapping }) }))
    .filter(({ text }) => text.style.width > 0 && text.style.height > 0);
  const writers = widgets.map(({ widget, text }) => planTextWidget(compileContext, widget, text));
  return (numbers) => {
    const ready = writers.map((writer) => writer(numbers));
    const head = dict && fieldHead(numbers, field, dict);
    const valueStart = head ? flattenString(`${head.number} 0 obj\n${head.source}/V`) : '';
    const multiline = (field.flags & fieldFlags.multiline) !== 0;
    const secret = (field.flags & fieldFlags.password) !== 0;
    const plan: Plan = {
      fill: (out, value, report) => {
        const isPlain = plainText.test(value);
        const text = isPlain ? value : normaliseLines(value, multiline);
        checkLength(field, text, report);
        if (head) {
          out.begin(head.number);
          out.add(valueStart);
          out.add(isPlain ? literalString(text) : textString(text));
          out.add('>>\nendobj\n');
        }
        const shown = secret ? '*'.repeat([...text].length) : isPlain ? text : drawableText(text);
        for (const widget of ready) widget.write(out, shown, report);
      },
      canSkipCheck: (value) =>
        !secret &&
        plainText.test(value) &&
        (field.maxLength === null || value.length <= field.maxLength) &&
        ready.every((widget) => widget.canSkipCheck(value)),
      storedValue: (value) => normaliseLines(value, multiline),
    };
    return plan;
  };
}

function checkLength(field: Field, text: string, report: Report): void {
  if (field.maxLength === null || text.length <= field.maxLength) return;
  const length = [...composeText(text)].length;
  if (length > field.maxLength) {
    report(
      'TEXT_TOO_LONG',
      `The field takes at most ${field.maxLength} characters; the value has ${length}.`,
    );
  }
}

/** One widget with a text: an appearance of its own, or drawn into the page. */
export function planTextWidget(
  compileContext: CompileContext,
  widget: Widget,
  { style, box, fonts }: TextWidget,
): (numbers: Parameters<PlanBuilder>[0]) => WidgetWriter {
  const drawn: DrawnWidget = { widget, style, fonts, clip: clipInside(box) };
  const make = compileContext.flatten
    ? pageWriter(compileContext, drawn)
    : appearanceWriter(compileContext, drawn);
  const set = createTextSetter(box);
  const fits = createFitTest(box);
  return (numbers) => {
    const { put, before, putLine } = make(numbers);
    const lineStart = createPlainLine(box, fonts.own.font, before);
    return {
      canSkipCheck: (text) => text === '' || fits(fonts.own.font, text),
      write: (out, text, report) => {
        const start = text === '' ? null : (lineStart?.(text) ?? null);
        if (start !== null) {
          putLine(out, start, text);
          return;
        }
        const picked = text === '' ? null : pickFont(fonts, text, { out, report });
        if (picked === null) put(out, '', { font: null, isInside: true });
        else {
          const { operators, isInside } = layOut(set, picked.font, { text, report });
          put(out, operators, { font: picked, isInside });
        }
      },
    };
  };
}

/** Operators that clip to the inside of a box's border. */
export function clipInside({ border, width, height }: TextBox): string {
  const [inset, inner, high] = [border, width - 2 * border, height - 2 * border].map((side) =>
    num(Math.max(side, 0)),
  );
  return `${inset} ${inset} ${inner} ${high} re\nW\nn\n`;
}
