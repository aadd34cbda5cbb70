import { num } from '../layout/number.ts';
import { showText } from '../layout/show-text.ts';
import type { Field, Widget } from '../pdf/fields.ts';
import type { ChoiceWriter } from './choose-option.ts';
import type { CompileContext } from './compile-context.ts';
import { drawableText, pickFont } from './draw-text.ts';
import { appearanceWriter, pageWriter } from './draw-widget.ts';
import type { Numbers } from './plan.ts';
import { clipInside, type TextWidget } from './text-field.ts';

/** The colour of selected lines, as in other viewers. */
const highlight = '0.6 0.7569 0.8549 rg';
const listSize = 12;

/**
 * A list box: its options as lines, the selected ones highlighted. When not all fit, it starts with the first
 * selected one.
 */
export function planListWidget(
  compileContext: CompileContext,
  widget: Widget,
  { text, field }: { text: TextWidget; field: Field },
): (numbers: Numbers) => ChoiceWriter {
  const { style, box, fonts } = text;
  const drawn = { widget, style, fonts, clip: clipInside(box) };
  const make = compileContext.flatten
    ? pageWriter(compileContext, drawn)
    : appearanceWriter(compileContext, drawn);
  const labels = field.options.map(({ label }) => drawableText(label));
  return (numbers) => {
    const { put } = make(numbers);
    return (out, { indexes: chosen }, report) => {
      const picked = labels.length === 0 ? null : pickFont(fonts, labels.join('\n'), { out, report });
      if (picked === null) {
        put(out, '', { font: null, isInside: true });
        return;
      }
      const size = box.size || listSize;
      const line = (picked.font.lineHeight * size) / 1000;
      const inner = box.height - 2 * box.border;
      const visible = Math.max(Math.floor(inner / line), 1);
      const first = labels.length > visible ? Math.min(chosen[0] ?? 0, labels.length - visible) : 0;
      const edge = num(box.border);
      let operators = '';
      const lines = labels.slice(first, first + visible + 1);
      lines.forEach((label, row) => {
        const bottom = box.height - box.border - (row + 1) * line;
        if (chosen.includes(first + row)) {
          operators += `${highlight}\n${edge} ${num(bottom)} ${num(box.width - 2 * box.border)} ${num(line)} re\nf\n`;
        }
        const encoded = picked.font.encode(label);
        const show = encoded === null ? '() Tj' : showText(encoded, picked.font, size);
        const baseline = bottom + (line - ((picked.font.ascent + picked.font.descent) * size) / 1000) / 2;
        operators += `BT\n${picked.font.resource} ${num(size)} Tf\n${box.color}\n${num(2 * Math.max(1, box.border))} ${num(baseline)} Td\n${show}\nET\n`;
      });
      put(out, operators, { font: picked, isInside: false });
    };
  };
}
