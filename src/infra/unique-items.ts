import type { FuncKeywordDefinition } from 'ajv';

/**
 * `uniqueItems` in linear time. Ajv's own implementation compares every pair: a megabyte of small items takes seconds.
 */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: false,
  error: { message: 'must not have equal items' },
  validate: (isOn: boolean, items: unknown[]) => !isOn || new Set(items.map(canonical)).size === items.length,
};

/** The same text for equal JSON values, whatever the order of members. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${members.sort().join(',')}}`;
}
