import { composeText } from '../../tables/text.ts';
import { type Field, fieldFlags } from '../pdf/fields.ts';
import { normaliseLines } from './draw-text.ts';
import type { DocumentWriter, Report } from './plan.ts';

/** The selected options by index, or the free text of an editable field. */
export interface Choice {
  indexes: number[];
  free: string | null;
}

/** Finds options by export value or label. A field with multiple selection accepts a list. */
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
        ? 'The field has no options. Leave the cell blank, or add options to the field in the template.'
        : `The field has no such option. Use one of: ${known}${field.options.length > 20 ? ', …' : ''}.`,
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
  return composeText(text).trim().toLowerCase();
}

/** Draws the selected options in one widget. */
export type ChoiceWriter = (out: DocumentWriter, choice: Choice & { label: string }, report: Report) => void;
