import { interpolate } from '../workflows/graph/interpolate.ts';
import {
  isJsonObject,
  isScalar,
  type JsonObject,
  type JsonValue,
  scalarText,
} from '../workflows/graph/json-text.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import type { Reader } from '../workflows/graph/reader.ts';
import { quote } from '../workflows/graph/types.ts';

/** The columns a template node fills and their texts, in the same order. */
export interface ColumnValues {
  columns: string[];
  values: string[];
}

/**
 * Resolves `fieldMappings` into `result`: a path, or text with references. Missing and null leave a column blank.
 * @throws NodeError naming column and path when an object or a list reaches a column.
 */
export function readColumns(data: JsonObject, reader: Reader, result: ColumnValues): void {
  const mappings = isJsonObject(data.fieldMappings) ? data.fieldMappings : {};
  for (const [column, source] of Object.entries(mappings)) {
    if (typeof source !== 'string' || source.trim() === '') continue;
    const value = columnText(column, source, reader);
    result.columns.push(column);
    result.values.push(value);
  }
}

function columnText(column: string, source: string, reader: Reader): string {
  try {
    return textOf(source, valueAt(source, reader));
  } catch (error) {
    throw error instanceof NodeError ? new NodeError(`Column ${quote(column)}: ${error.message}`) : error;
  }
}

function valueAt(source: string, reader: Reader): JsonValue {
  if (source.includes('${')) return interpolate(source, reader);
  const value = reader.resolve(source) ?? null;
  reader.count(value);
  return value;
}

function textOf(source: string, value: JsonValue): string {
  if (isScalar(value)) return scalarText(value);
  const kind = Array.isArray(value) ? 'a list' : 'an object';
  const advice = 'Pick one of its values, or flatten it with Compose or Select.';
  throw new NodeError(`${source.trim().slice(0, 200)} is ${kind}. ${advice}`);
}
