import { num } from '../layout/number.ts';
import { type Field, fieldFlags, type Widget } from '../pdf/fields.ts';
import { textString } from '../pdf/text-string.ts';
import type { FieldMapping } from '../types.ts';
import { drawableText, normaliseLines } from './draw-text.ts';
import { fieldHead, prepareFieldDict } from './field-dict.ts';
import { draftListWidget } from './list-box.ts';
import type { DocumentWriter, Draft, Numbers, Report } from './plan.ts';
import { draftTextWidget, readTextWidget, type TextWidget } from './text-field.ts';
import type { Workspace } from './workspace.ts';

/** What a value chooses: options by their place in the list, or free text of an editable field. */
export interface Choice {
  indexes: number[];
  free: string | null;
}

/** Finds options by export value or shown text; a field that allows several takes a list. */
export function createOptionChooser(field: Field): (value: string, report: Report) => Choice {
  const exact = new Map<string, number>();
  const folded = new Map<string, number>();
  const add = (map: Map<string, number>, key: string, index: number) => {
    if (!map.has(key)) map.set(key, index);
  };
  field.options.forEach(({ value }, index) => {
    add(exact, value, index);
  });
  field.options.forEach(({ label }, index) => {
    add(exact, label, index);
  });
  field.options.forEach(({ value, label }, index) => {
    add(folded, fold(value), index);
    add(folded, fold(label), index);
  });
  const find = (text: string) => exact.get(text) ?? folded.get(fold(text));
  const editable = (field.flags & fieldFlags.combo) !== 0 && (field.flags & fieldFlags.edit) !== 0;
  const several = (field.flags & fieldFlags.multiSelect) !== 0 && (field.flags & fieldFlags.combo) === 0;
  return (value, report) => {
    if (value.trim() === '') return { indexes: [], free: null };
    const single = find(value);
    if (single !== undefined) return { indexes: [single], free: null };
    if (several) {
      const indexes = findSeveral(value, find);
      if (indexes !== null) return { indexes, free: null };
    }
    if (editable) return { indexes: [], free: normaliseLines(value, false) };
    const known = field.options
      .map(({ label }) => label)
      .slice(0, 20)
      .join(', ');
    report(
      'OPTION_UNKNOWN',
      known === ''
        ? 'The field has no options to choose from. Leave it blank, or give the template a field with options.'
        : `There is no such option. Use one of: ${known}${field.options.length > 20 ? ', …' : ''}.`,
    );
    return { indexes: [], free: null };
  };
}

function findSeveral(value: string, find: (text: string) => number | undefined): number[] | null {
  for (const separator of [/[;\n|]/, /,/]) {
    const found = value
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(find);
    const indexes = found.filter((index) => index !== undefined);
    if (indexes.length > 0 && indexes.length === found.length)
      return [...new Set(indexes)].sort((a, b) => a - b);
  }
  return null;
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Shows a choice in one widget. */
export type ChoiceWriter = (out: DocumentWriter, choice: Choice & { label: string }, report: Report) => void;

function draftCombo(
  workspace: Workspace,
  widget: Widget,
  text: TextWidget,
): (numbers: Numbers) => ChoiceWriter {
  const make = draftTextWidget(workspace, widget, text);
  return (numbers) => {
    const writer = make(numbers);
    return (out, { label }, report) => writer.write(out, drawableText(label), report);
  };
}

/** A choice field (ISO 32000-1, 12.7.4.4): the value is the export value, what is drawn is the shown text. */
export function draftChoiceField(workspace: Workspace, field: Field, mapping: FieldMapping): Draft {
  const dict = workspace.flatten ? null : prepareFieldDict(workspace, field, ['V', 'I', 'TI']);
  const isCombo = (field.flags & fieldFlags.combo) !== 0;
  const writers = field.widgets.flatMap((widget) => {
    const text = readTextWidget(workspace, { field, widget, mapping });
    if (text.look.width <= 0 || text.look.height <= 0) return [];
    return [
      isCombo ? draftCombo(workspace, widget, text) : draftListWidget(workspace, widget, { text, field }),
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
      holds: (value) => {
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
