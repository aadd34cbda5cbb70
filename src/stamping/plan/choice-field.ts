import { num } from '../layout/number.ts';
import { type Field, fieldFlags, type Widget } from '../pdf/fields.ts';
import { textString } from '../pdf/text-string.ts';
import type { FieldMapping } from '../types.ts';
import { type Choice, type ChoiceWriter, createOptionChooser } from './choose-option.ts';
import type { CompileContext } from './compile-context.ts';
import { drawableText } from './draw-text.ts';
import { fieldHead, prepareFieldDict } from './field-dict.ts';
import { planListWidget } from './list-box.ts';
import type { Numbers, PlanBuilder } from './plan.ts';
import { planTextWidget, readTextWidget, type TextWidget } from './text-field.ts';

function planCombo(
  compileContext: CompileContext,
  widget: Widget,
  text: TextWidget,
): (numbers: Numbers) => ChoiceWriter {
  const make = planTextWidget(compileContext, widget, text);
  return (numbers) => {
    const writer = make(numbers);
    return (out, { label }, report) => writer.write(out, drawableText(label), report);
  };
}

/** A choice field (ISO 32000-1, 12.7.4.4). Its value is the export value; its label is drawn. */
export function planChoiceField(
  compileContext: CompileContext,
  field: Field,
  mapping: FieldMapping,
): PlanBuilder {
  const dict = compileContext.flatten ? null : prepareFieldDict(compileContext, field, ['V', 'I', 'TI']);
  const isCombo = (field.flags & fieldFlags.combo) !== 0;
  const writers = field.widgets.flatMap((widget) => {
    const text = readTextWidget(compileContext, { field, widget, mapping });
    if (text.style.width <= 0 || text.style.height <= 0) return [];
    return [
      isCombo
        ? planCombo(compileContext, widget, text)
        : planListWidget(compileContext, widget, { text, field }),
    ];
  });
  const choose = createOptionChooser(field);
  return (numbers) => {
    const ready = writers.map((writer) => writer(numbers));
    const head = dict && fieldHead(numbers, field, dict);
    return {
      fill: (out, value, report) => {
        const choice = choose(value, report);
        if (head) out.object(head.number, `${head.source}${valueMember(field, choice)}>>`);
        const label = choice.free ?? field.options[choice.indexes[0] ?? -1]?.label ?? '';
        for (const write of ready) write(out, { ...choice, label }, report);
      },
      storedValue: (value) => {
        const { indexes, free } = choose(value, () => {});
        return free ?? indexes.map((index) => field.options[index]?.value ?? '').join(', ');
      },
    };
  };
}

function valueMember(field: Field, { indexes, free }: Choice): string {
  if (free !== null) return `/V${textString(free)}`;
  const values = indexes.map((index) => textString(field.options[index]?.value ?? ''));
  if (values.length === 0) return '/V()';
  const list = (field.flags & fieldFlags.combo) === 0;
  const places = list ? `/I[${indexes.map(num).join(' ')}]` : '';
  return values.length === 1 ? `/V${values[0]}${places}` : `/V[${values.join('')}]${places}`;
}
