import { isPlainSchema } from '../../../src/modules/webhooks/schema/plain-schema.ts';

test.each<[string, object]>([
  [
    'types and ranges',
    { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 1 } } },
  ],
  ['formats of a few digits', { properties: { d: { format: 'date' } } }],
  ['combinations', { anyOf: [{ const: 1 }, true], not: { enum: [2] }, additionalProperties: false }],
  [
    'a property named like a keyword',
    { properties: { pattern: { type: 'string' }, $ref: { type: 'string' } } },
  ],
])('plain: %s', (_name, schema) => {
  expect(isPlainSchema(schema as Record<string, unknown>)).toBe(true);
});

test.each<[string, object]>([
  ['references', { properties: { a: { $ref: '#' } } }],
  ['dynamic references', { items: { $dynamicRef: '#a' } }],
  ['patterns', { anyOf: [{ pattern: 'a' }] }],
  ['patterns of names', { patternProperties: { a: true } }],
  ['formats that search', { not: { format: 'email' } }],
  ['unknown formats', { format: 'x' }],
  ['unknown keywords', { 'x-order': 1 }],
  ['lists of items', { items: [{ type: 'string' }] }],
  ['unevaluatedProperties', { unevaluatedProperties: false }],
  ['a value that is no schema', { properties: { a: 1 } }],
])('not plain: %s', (_name, schema) => {
  expect(isPlainSchema(schema as Record<string, unknown>)).toBe(false);
});
