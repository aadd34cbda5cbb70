import { columnOf, expandMapping, isPlaced, isWithinPages } from './mappings.ts';
import { createNameFinder, matchColumns } from './match-columns.ts';
import type { Field } from './pdf/fields.ts';
import type { FieldMapping, TemplateMappings } from './types.ts';

/** A target of a row: the fields with one name, or a position on a page. */
export interface Target {
  name: string;
  mapping: FieldMapping;
  /** Index into the row's values; -1 for a static value and for a column the table does not have. */
  column: number;
  /** The value's origin in problems: the header of the column, or the field of a static value. */
  label: string;
  /** The fields with this name; empty for placed text. */
  fields: Field[];
}

interface Binding {
  targets: Target[];
  usage: { used: string[]; unused: string[]; missing: string[] };
  targetCount: number;
  /** Mappings without effect: no such field, another mapping fills it, or no position on a page. */
  idleMappings: string[];
}

interface Wanted {
  name: string;
  mapping: FieldMapping;
  column: string | null;
  fields: Field[];
}

/** Size of each page in points, as displayed. */
type PageSizes = readonly { width: number; height: number }[];

/** Assigns a table's columns to targets. Empty mappings count as no mappings. */
export function bindTargets(
  mappings: TemplateMappings | null,
  template: { fields: readonly Field[]; pages: PageSizes },
  columns: readonly string[],
): Binding {
  const byName = groupFillable(template.fields);
  const entries = mappings === null ? [] : Object.entries(mappings.FieldMappings);
  const isMapped = entries.length > 0;
  const idleMappings: string[] = [];
  const wanted = isMapped
    ? mappedTargets(entries, { byName, pages: template.pages, idle: idleMappings })
    : [...byName].map(([name, group]) => ({ name, mapping: {}, column: name, fields: group }));
  const names = [...new Set(wanted.flatMap(({ column }) => (column === null ? [] : [column])))];
  const found = matchColumns(names, columns);
  const indexOf = new Map(names.map((name, index) => [name, found[index] ?? -1]));
  const targets: Target[] = [];
  for (const { name, mapping, column, fields: group } of wanted) {
    const index = column === null ? -1 : (indexOf.get(column) ?? -1);
    // Without mappings a field without a column stays unchanged.
    if (!isMapped && index < 0) continue;
    targets.push({ name, mapping, column: index, label: columns[index] ?? column ?? name, fields: group });
  }
  const usedIndexes = new Set(targets.map((target) => target.column));
  return {
    targets,
    usage: {
      used: columns.filter((_, index) => usedIndexes.has(index)),
      unused: columns.filter((_, index) => !usedIndexes.has(index)),
      missing: isMapped ? names.filter((name) => indexOf.get(name) === -1) : [],
    },
    targetCount: wanted.length,
    idleMappings,
  };
}

function groupFillable(fields: readonly Field[]): Map<string, Field[]> {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    if (field.kind === 'signature' || field.kind === 'button' || field.name === '') continue;
    const group = groups.get(field.name);
    if (group) group.push(field);
    else groups.set(field.name, [field]);
  }
  return groups;
}

function mappedTargets(
  entries: [string, string | FieldMapping][],
  { byName, pages, idle }: { byName: ReadonlyMap<string, Field[]>; pages: PageSizes; idle: string[] },
): Wanted[] {
  const fieldNames = [...byName.keys()];
  const findField = createNameFinder(fieldNames);
  const wanted: Wanted[] = [];
  const taken = new Set<string>();
  for (const [name, given] of entries) {
    const mapping = expandMapping(given);
    if (mapping.ValueType === 'Ignore') continue;
    const column = columnOf(name, mapping);
    const placed = isPlaced(mapping);
    const fieldName = placed ? undefined : fieldNames[findField(name)];
    // Two mappings of one field would write it twice; the first one wins.
    if (fieldName !== undefined && taken.has(fieldName)) {
      idle.push(name);
      continue;
    }
    if (fieldName !== undefined) taken.add(fieldName);
    const fields = fieldName === undefined ? [] : (byName.get(fieldName) ?? []);
    const hasPlace = placed && isWithinPages(mapping, pages);
    if (hasPlace || fields.length > 0) wanted.push({ name, mapping, column, fields });
    else idle.push(name);
  }
  return wanted;
}
