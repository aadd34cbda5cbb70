import type { FieldInfo } from '../../../../stamping/types.ts';
import type { TemplateTarget } from '../template-targets.ts';
import { choicesOf } from './column-choices.ts';
import { formatOf } from './column-format.ts';
import { BLANK, type ExampleCell, type SheetColumn } from './sheet-types.ts';

/** Text: spreadsheet programs would change leading zeros and long numbers. */
const TEXT_FORMAT = '@';
const EXAMPLE_TEXTS = ['Example', 'A', '1'];
const SHOWN_OPTIONS = 20;

/** Whether a row without a value is rejected. */
export function isRequired({ mapping }: TemplateTarget): boolean {
  return mapping.Required === true && (mapping.Default ?? '').trim() === '';
}

/** Plans one column. `fields` are the widgets that its targets fill. */
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
    mustHave ? 'Required. A row without a value is rejected.' : null,
    !mustHave && fields.some(({ required }) => required) ? 'Required by the PDF form.' : null,
    choices && formatList(choices.texts),
    format && (format.kind === 'date' ? `A date in the format ${format.code}.` : 'A number.'),
    maxLength === null ? null : `At most ${maxLength} characters.`,
    targets.length === 0 ? 'Fills nothing in the form. The names of the documents can use it.' : null,
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

function formatList(texts: readonly string[]): string {
  const more = texts.length > SHOWN_OPTIONS ? ' …' : '';
  return `One of: ${texts.slice(0, SHOWN_OPTIONS).join(', ')}${more}`;
}

function textsWithin(maxLength: number | null): string[] {
  return EXAMPLE_TEXTS.map((text) => text.slice(0, maxLength ?? text.length));
}

function asCells(texts: readonly string[]): ExampleCell[] {
  return [...texts.map((text) => ({ text, value: text })), BLANK];
}
