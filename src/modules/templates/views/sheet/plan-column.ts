import type { FieldInfo } from '../../../../stamping/types.ts';
import type { TemplateTarget } from '../template-targets.ts';
import { choicesOf } from './column-choices.ts';
import { formatOf } from './column-format.ts';
import { BLANK, type ExampleCell, type SheetColumn } from './sheet-types.ts';

/** Text, so that a spreadsheet program leaves zeros at the front and long numbers alone. */
const TEXT_FORMAT = '@';
const EXAMPLE_TEXTS = ['Example', 'A', '1'];
const SHOWN_OPTIONS = 20;

/** Whether a row without a value is refused. */
export function isRequired({ mapping }: TemplateTarget): boolean {
  return mapping.Required === true && (mapping.Default ?? '').trim() === '';
}

/** One column: what fills it, in which form, and values to try. `fields` are the widgets its targets fill. */
export function planColumn(
  header: string,
  targets: readonly TemplateTarget[],
  fields: readonly FieldInfo[],
): SheetColumn {
  const choices = choicesOf(fields);
  const format = choices === null ? formatOf(targets.map(({ mapping }) => mapping)) : null;
  const limits = fields.flatMap(({ type, maxLength }) => (type === 'text' ? (maxLength ?? []) : []));
  const maxLength = limits.length === 0 ? null : Math.min(...limits);
  const mustHave = targets.some(isRequired);
  const lines = [
    mustHave ? 'Required: a row without a value is refused.' : null,
    !mustHave && fields.some(({ required }) => required) ? 'The form asks for a value here.' : null,
    choices && listed(choices.texts),
    format && (format.kind === 'date' ? `A date, as ${format.code}.` : 'A number.'),
    maxLength === null ? null : `At most ${maxLength} characters.`,
    targets.length === 0 ? 'Fills nothing in the form; the names of the documents can use it.' : null,
  ];
  return {
    header,
    isRequired: mustHave || fields.some(({ required }) => required),
    note: lines.filter((line) => line !== null).join('\n'),
    format: format?.code ?? TEXT_FORMAT,
    choices,
    examples: format?.examples ?? asCells(choices?.texts.slice(0, 3) ?? textsWithin(maxLength)),
  };
}

function listed(texts: readonly string[]): string {
  const more = texts.length > SHOWN_OPTIONS ? ' …' : '';
  return `One of: ${texts.slice(0, SHOWN_OPTIONS).join(', ')}${more}`;
}

function textsWithin(maxLength: number | null): string[] {
  return EXAMPLE_TEXTS.map((text) => text.slice(0, maxLength ?? text.length));
}

function asCells(texts: readonly string[]): ExampleCell[] {
  return [...texts.map((text) => ({ text, value: text })), BLANK];
}
