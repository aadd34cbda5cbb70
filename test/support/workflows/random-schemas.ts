import fc from 'fast-check';
import type { JsonValue } from '../../../workflows/graph/json-text.ts';

/** Schemas of few names, so that payloads often fit. */
const key = fc.constantFrom('a', 'b', 'a.b');
export const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(
      true,
      {},
      { type: 'string' },
      { type: 'integer' },
      { type: ['null', 'array'] },
      { enum: ['x', 1, null] },
      { $ref: '#/$defs/d' },
      { $ref: '#' },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
    fc.tuple(tie('schema'), tie('schema')).map(([asked, otherwise]) => ({ if: asked, else: otherwise })),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(1) }),
    fc.record({
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      items: fc.constantFrom(true, false),
    }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(key, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(key, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        patternProperties: fc.constant({ '^b': {} }),
      },
      { requiredKeys: ['properties'] },
    ),
  ),
}));
export const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>('x', 1, null, true),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
}));
