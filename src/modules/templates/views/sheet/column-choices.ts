import type { FieldInfo } from '../../../../stamping/types.ts';
import { composeText } from '../../../../tables/text.ts';
import type { Choices } from './sheet-types.ts';

/** The values that all these fields accept, or null if none of the fields has options. */
export function choicesOf(fields: readonly FieldInfo[]): Choices | null {
  const lists = fields.flatMap((field) => {
    const texts = optionTexts(field);
    return texts === null ? [] : [texts];
  });
  const [first, ...others] = lists;
  if (first === undefined) return null;
  const folded = others.map((list) => new Set(list.map(fold)));
  const common = first.filter((text) => folded.every((list) => list.has(fold(text))));
  return common.length === 0
    ? null
    : { texts: common, strict: fields.every(({ type }) => type !== 'choice' && type !== 'text') };
}

function optionTexts({ type, options }: FieldInfo): string[] | null {
  const texts = textsOf(options);
  const saysNo = texts.some((text) => isSame(text, 'no'));
  switch (type) {
    case 'checkbox':
      // The value "no" ticks a box whose export value is "no".
      if (options.length === 1) return saysNo ? ['yes'] : ['yes', 'no'];
      return saysNo ? texts : [...texts, 'no'];
    case 'radio':
    case 'choice':
      return texts;
    default:
      return null;
  }
}

/** The labels of the options, or the export value where the label would mean another option. */
function textsOf(options: FieldInfo['options']): string[] {
  const texts = new Set<string>();
  const values = new Set(options.map(({ value }) => value));
  for (const { value, label } of options) {
    const meansOther = label !== value && (values.has(label) || texts.has(label));
    texts.add(meansOther ? value : label);
  }
  return [...texts].filter((text) => text.trim() !== '');
}

function isSame(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

function fold(text: string): string {
  return composeText(text).trim().toLowerCase();
}
