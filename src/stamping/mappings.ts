import { mappingRules } from './mapping-rules.ts';
import { foldHeader } from './match-columns.ts';
import type { FieldMapping, TemplateInventory, TemplateMappings } from './types.ts';
import { StampingError } from './types.ts';

const maxMappings = 5_000;

interface Fault {
  path: string;
  message: string;
}

/**
 * Reads the stored mappings JSON. Unknown members are preserved; members that are null count as absent.
 * @throws StampingError MAPPINGS_INVALID with all errors.
 */
export function parseMappings(json: string): TemplateMappings {
  let document: unknown;
  try {
    document = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unreadable';
    throw new StampingError('MAPPINGS_INVALID', `The field mappings are not valid JSON: ${reason}`);
  }
  const faults = findFaults(document);
  if (faults.length > 0 || !isRecord(document)) {
    const first = faults[0]?.message ?? 'must be an object';
    const detail = `The field mappings have ${faults.length} error(s). The first: ${faults[0]?.path ?? ''} ${first}.`;
    throw new StampingError('MAPPINGS_INVALID', detail, faults.slice(0, 1000));
  }
  return document as unknown as TemplateMappings;
}

function findFaults(document: unknown): Fault[] {
  if (!isRecord(document)) {
    return [{ path: '', message: 'must be an object with the member FieldMappings' }];
  }
  const faults: Fault[] = [];
  const title = document.TemplateTitle;
  if (title !== undefined && title !== null && typeof title !== 'string') {
    faults.push({ path: 'TemplateTitle', message: 'must be text' });
  }
  const fields = document.FieldMappings;
  if (!isRecord(fields)) {
    faults.push({ path: 'FieldMappings', message: 'must be an object: field name to column or mapping' });
    return faults;
  }
  const entries = Object.entries(fields);
  if (entries.length > maxMappings) {
    faults.push({ path: 'FieldMappings', message: `must have at most ${maxMappings} members` });
    return faults;
  }
  for (const [name, mapping] of entries) faults.push(...faultsOfMapping(name, mapping));
  return faults;
}

function faultsOfMapping(name: string, mapping: unknown): Fault[] {
  const path = `FieldMappings[${JSON.stringify(name)}]`;
  if (typeof mapping === 'string') {
    return mapping.trim() === '' ? [{ path, message: 'must name a column' }] : [];
  }
  if (!isRecord(mapping)) return [{ path, message: 'must be a column name or an object' }];
  const faults: Fault[] = [];
  for (const [member, rule] of Object.entries(mappingRules)) {
    const value = mapping[member];
    if (value === undefined || value === null) continue;
    const message = rule(value);
    if (message !== null) faults.push({ path: `${path}.${member}`, message });
  }
  const has = (member: string) => mapping[member] !== undefined && mapping[member] !== null;
  if (mapping.ValueType === 'Static' && !has('StaticValue')) {
    faults.push({ path: `${path}.StaticValue`, message: 'must be given when ValueType is Static' });
  }
  if (isPlaced(mapping)) {
    for (const member of ['Page', 'X', 'Y']) {
      if (!has(member)) faults.push({ path: `${path}.${member}`, message: 'must be given for placed text' });
    }
  }
  return faults;
}

/** Whether a mapping places text on a page instead of filling a field. */
export function isPlaced(mapping: object): boolean {
  const members = mapping as Record<string, unknown>;
  return ['Page', 'X', 'Y', 'Width', 'Height'].some(
    (member) => members[member] !== undefined && members[member] !== null,
  );
}

/** Whether placed text starts within one of the pages. Page sizes in points, as displayed. */
export function isWithinPages(
  { Page = 1, X = 0, Y = 0 }: FieldMapping,
  pages: readonly { width: number; height: number }[],
): boolean {
  const page = pages[Page - 1];
  return page !== undefined && X < page.width && Y < page.height;
}

/** The full form of a mapping: without null members, a bare string as an object. */
export function expandMapping(mapping: string | FieldMapping): FieldMapping {
  if (typeof mapping === 'string') return { ValueType: 'Dynamic', ColumnHeader: mapping };
  const present = Object.entries(mapping).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as FieldMapping;
}

/** The column a mapping reads, or null for static and ignored ones. */
export function columnOf(name: string, mapping: FieldMapping): string | null {
  if (mapping.ValueType === 'Static' || mapping.ValueType === 'Ignore') return null;
  if (mapping.ColumnHeader !== undefined && mapping.ColumnHeader.trim() !== '') return mapping.ColumnHeader;
  return mapping.StaticValue === undefined || mapping.ValueType === 'Dynamic'
    ? (mapping.Alias ?? name)
    : null;
}

/**
 * The column headers that the mappings use, without duplicates, in the order of the mappings. Without mappings (or
 * with empty ones): the names of the fillable fields.
 */
export function mappedColumns(mappings: TemplateMappings | null, inventory: TemplateInventory): string[] {
  const entries = mappings === null ? [] : Object.entries(mappings.FieldMappings);
  if (entries.length === 0) return [...inventory.fillable];
  const columns = new Map<string, string>();
  for (const [name, mapping] of entries) {
    const column = columnOf(name, expandMapping(mapping));
    if (column !== null && !columns.has(foldHeader(column))) columns.set(foldHeader(column), column);
  }
  return [...columns.values()];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
