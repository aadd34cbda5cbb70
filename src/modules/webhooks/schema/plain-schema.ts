import type { SchemaObject } from './schema-limits.ts';

/** Keywords that cost at most their own length for each value. */
const flat = new Set(
  (
    'type required const enum minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength ' +
    'minItems maxItems minProperties maxProperties title description default example examples deprecated readOnly ' +
    'writeOnly $schema $id $comment'
  ).split(' '),
);
const oneSchema = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not']);
const listOfSchemas = new Set(['anyOf', 'allOf', 'oneOf']);
/** Formats that are checked by a few digits. */
const formats: readonly unknown[] = ['date', 'time', 'date-time', 'uuid'];

/**
 * Whether a check costs at most the size of the schema times the size of the payload: no references and no searches in
 * texts. Unknown keywords are not plain.
 */
export function isPlainSchema(schema: SchemaObject): boolean {
  return Object.entries(schema).every(([keyword, value]) => {
    if (flat.has(keyword)) return true;
    if (keyword === 'format') return formats.includes(value);
    if (oneSchema.has(keyword)) return isPlain(value);
    if (listOfSchemas.has(keyword)) return Array.isArray(value) && value.every(isPlain);
    return keyword === 'properties' && isObject(value) && Object.values(value).every(isPlain);
  });
}

function isPlain(value: unknown): boolean {
  return typeof value === 'boolean' || (isObject(value) && isPlainSchema(value));
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
