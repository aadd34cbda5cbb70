import { currentAppearance, isUnseen } from '../pdf/appearance.ts';
import { type Field, fieldFlags } from '../pdf/fields.ts';
import { resolve, stringText } from '../pdf/objects.ts';
import { PDFName } from '../pdf/pdf-lib.ts';
import type { Target } from '../targets.ts';

/**
 * Values of the template that no row fills and that have no appearance. With NeedAppearances (ISO 32000-1, table 218)
 * viewers would draw them; outputs do not set it, so they are written like a row's values.
 */
export function templateValues(fields: readonly Field[], targets: readonly Target[]): Target[] {
  const filled = new Set(targets.flatMap((target) => target.fields));
  return fields.flatMap((field): Target[] => {
    const value = filled.has(field) || !isShownAsText(field) ? '' : textOf(field);
    if (value.trim() === '' || value.length > (field.maxLength ?? value.length)) return [];
    const mapping = { ValueType: 'Static', StaticValue: value } as const;
    return [{ name: field.name, mapping, column: -1, label: field.name, fields: [field] }];
  });
}

function isShownAsText({ kind, flags, widgets }: Field): boolean {
  if (kind === 'text' ? (flags & fieldFlags.password) !== 0 : kind !== 'choice') return false;
  return widgets.some(
    (widget) => widget.page >= 0 && !isUnseen(widget.dict) && currentAppearance(widget.dict) === null,
  );
}

function textOf({ dict, kind, options }: Field): string {
  const value = stringText(resolve(dict.context, dict.get(PDFName.of('V')))) ?? '';
  const isOption = options.some((option) => option.value === value);
  return kind === 'text' || isOption ? value : '';
}
