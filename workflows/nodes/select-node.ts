import { isJsonObject, type JsonObject, type JsonValue } from '../graph/json-text.ts';
import { listAt } from '../graph/list-at.ts';
import type { Reader } from '../graph/reader.ts';
import type { Read } from '../graph/reads.ts';
import { lastSegment } from '../graph/resolve-path.ts';
import type { DataFault } from '../graph/types.ts';
import { type DataType, listOf, nullType, objectOf, orInstead } from '../graph/typing/data-type.ts';
import type { TypeReader } from '../graph/typing/type-reader.ts';
import type { Node } from './node.ts';

interface Field {
  path: string;
  as: string;
}

/** A member of `fields`: a path, or `{path, as?}`. Null when it is neither. */
function parseField(field: JsonValue): Field | null {
  if (typeof field === 'string') return { path: field, as: lastSegment(field) };
  if (!isJsonObject(field) || typeof field.path !== 'string') return null;
  const as = field.as ?? lastSegment(field.path);
  return typeof as === 'string' ? { path: field.path, as } : null;
}

function parseFields(data: JsonObject): Field[] {
  const fields = Array.isArray(data.fields) ? data.fields : [];
  return fields.map(parseField).filter((field) => field !== null);
}

/** Picks `fields` into a flat object; missing values are null. */
function pick(fields: readonly Field[], reader: Reader): JsonObject {
  const members = fields.map(({ path, as }): [string, JsonValue] => {
    const value = reader.resolve(path) ?? null;
    reader.count(as);
    reader.count(value);
    return [as, value];
  });
  return Object.fromEntries(members);
}

/** The path of `from`, or null when there is none. */
function listPath({ from }: JsonObject): string | null {
  return typeof from === 'string' && from.trim() !== '' ? from.trim() : null;
}

function findFaults(data: JsonObject): DataFault[] {
  const faults: DataFault[] = [];
  const names = new Set<string>();
  const fields = Array.isArray(data.fields) ? data.fields : [];
  if (fields.length === 0) faults.push({ member: 'fields', message: 'list at least one path' });
  for (const [index, item] of fields.entries()) {
    const member = `fields[${index}]`;
    const field = parseField(item);
    if (field === null) {
      faults.push({ member, message: 'must be a path, or an object with a path and, if wanted, "as"' });
      continue;
    }
    if (names.has(field.as)) {
      const name = JSON.stringify(field.as.slice(0, 100));
      faults.push({
        member,
        message: `has the same name as an earlier field, ${name}; choose a different one with "as"`,
      });
    }
    names.add(field.as);
  }
  return faults;
}

function reads(data: JsonObject): Read[] {
  const from = listPath(data);
  const list: Read[] = from === null ? [] : [{ member: 'from', path: from, need: 'list' }];
  const fields = Array.isArray(data.fields) ? data.fields : [];
  const picked = fields.flatMap((item, index): Read[] => {
    const field = parseField(item);
    if (field === null) return [];
    const read: Read = { member: `fields[${index}]`, path: field.path, need: 'anything' };
    return [from === null ? read : { ...read, itemOf: from }];
  });
  return [...picked, ...list];
}

function outputType(data: JsonObject, types: TypeReader): DataType {
  const from = listPath(data);
  const each = from === null ? types : types.withItemsOf(types.at(from));
  const members = parseFields(data).map(({ path, as }) => [as, orInstead(each.at(path), nullType)] as const);
  const picked = objectOf(new Map(members));
  return from === null ? picked : listOf(picked);
}

/** Picks fields by path: once, or with `from` once for every element of a list. */
export const selectNode = {
  label: 'Picks fields by path, also from every element of a list.',
  members: {
    fields: {
      kind: 'list',
      required: true,
      description: 'Paths, or objects with `path` and `as`; `as` defaults to the last segment of the path.',
    },
    from: {
      kind: 'text',
      required: false,
      description: 'Path to a list. Every element is mapped with `item` in scope; the output is a list.',
    },
  },
  findFaults,
  reads,
  outputType,
  feedsEvent: true,
  inline: true,
  run: (data, reader) => {
    const fields = parseFields(data);
    const from = listPath(data);
    reader.budget.spend(fields.length);
    if (from === null) return pick(fields, reader);
    return listAt(from, 'from', reader).map((item) => pick(fields, reader.within({ item })));
  },
} as const satisfies Node;
