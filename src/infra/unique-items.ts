import type { FuncKeywordDefinition } from 'ajv';

/**
 * `uniqueItems` in linear time. Ajv's own compares every pair, which lets one megabyte of small items cost
 * seconds.
 */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: false,
  error: { message: 'must not have equal items' },
  validate: (isOn: boolean, items: unknown[]) => !isOn || new Set(items.map(canonical)).size === items.length,
};

/** Equal text for equal JSON values: the order of members does not count. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${members.sort().join(',')}}`;
}
