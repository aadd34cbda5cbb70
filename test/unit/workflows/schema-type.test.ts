import fc from 'fast-check';
import { checkPayload, compileSchema } from '../../../src/modules/webhooks/schema/compile-schema.ts';
import { payloadTypeOf } from '../../../src/modules/workflows/schema-type.ts';
import type { JsonValue } from '../../../workflows/graph/json-text.ts';
import { type DataType, type Kind, objectOf } from '../../../workflows/graph/typing/data-type.ts';
import { typeAt } from '../../../workflows/graph/typing/type-at.ts';
import { schema, value } from '../../support/workflows/random-schemas.ts';
import { nodeBudget, valueAt } from '../../support/workflows/read-values.ts';

const typesOf = (schema: unknown, path: string): string[] => {
  const budget = nodeBudget();
  const scope = objectOf(new Map([['event', payloadTypeOf(JSON.stringify(schema), budget)]]));
  return [...typeAt(scope, path, { budget }).kinds].toSorted();
};

const order = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    note: { type: ['string', 'null'] },
    total: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    lines: { type: 'array', items: { $ref: '#/$defs/line' }, minItems: 1 },
    pair: { prefixItems: [{ const: 1 }, { enum: ['a', null] }], items: false, type: 'array' },
    open: {},
    'a.b': { type: 'boolean' },
  },
  $defs: {
    line: {
      allOf: [{ type: 'object', required: ['sku'] }, { properties: { sku: { type: 'string' } } }],
      properties: { part: { $ref: '#/$defs/line' } },
    },
  },
};

test.each<[string, string[]]>([
  ['event.id', ['text']],
  ['event.id.x', ['missing']],
  ['event.note', ['missing', 'null', 'text']],
  ['event.total', ['missing', 'number', 'text']],
  ['event.gone', ['missing']],
  ['event.a.b', ['boolean', 'missing']],
  ['event.lines', ['list', 'missing']],
  ['event.lines.0.sku', ['missing', 'text']],
  ['event.lines.sku', ['missing']],
  ['event.pair[1]', ['missing', 'null', 'text']],
  ['event.pair[7]', ['missing']],
])('%s of a schema is %j', (path, kinds) => {
  expect(typesOf(order, path)).toEqual(kinds);
});

test.each(['event.open.anything', 'event.lines.0.else', 'event.lines.0.part.part.sku'])(
  '%s is unknown, and stays so',
  (path) => {
    expect(typesOf(order, path)).toHaveLength(7);
  },
);

test.each([
  [{ type: 'object', patternProperties: { '^x': {} }, additionalProperties: false }, 'event.y'],
  [{ $ref: 'http://127.0.0.1:9/x.json' }, 'event.y'],
  [{ $ref: '#' }, 'event.y'],
  [
    { $schema: 'http://json-schema.org/draft-07/schema#', $ref: '#/definitions/a', properties: { y: false } },
    'event.y',
  ],
  // Drafts before 2020-12 have no such keyword.
  ...['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema'].map(
    ($schema): [object, string] => [
      {
        $schema,
        additionalProperties: false,
        properties: { y: { type: 'array', prefixItems: [{ type: 'object' }] } },
      },
      'event.y.0',
    ],
  ),
])('%j leaves %s open', (schema, path) => {
  expect(typesOf(schema, path)).toContain('text');
});

test('a schema made to multiply its parts is known less well, soon', () => {
  const both = (name: string) => ({ properties: { a: { $ref: `#/$defs/${name}` } } });
  const $defs = { p: { allOf: [both('p'), both('q')] }, q: { allOf: [both('q'), both('p')] } };
  expect(typesOf({ $defs, $ref: '#/$defs/p' }, `event${'.a'.repeat(60)}`)).toContain('text');
});

const kindOf = (value: JsonValue | undefined): Kind => {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return (
    ({ string: 'text', boolean: 'boolean', number: 'number' } as const)[typeof value as 'string'] ?? 'object'
  );
};

const path = fc
  .array(fc.constantFrom('a', 'b', '0', '1'), { minLength: 1, maxLength: 4 })
  .map((parts) => `event.${parts.join('.')}`);

test('whatever a payload that fits the schema holds at a path, the type of the path has its kind', () => {
  let fitting = 0;
  fc.assert(
    fc.property(
      schema,
      schema,
      fc.array(value, { minLength: 1, maxLength: 6 }),
      fc.array(path, { minLength: 1 }),
      (root, $defs, payloads, paths) => {
        const whole = { allOf: [root], $defs: { d: $defs } };
        const budget = nodeBudget();
        const compiled = compileSchema(JSON.stringify(whole));
        const type: DataType = payloadTypeOf(JSON.stringify(whole), budget);
        for (const payload of payloads) {
          if (kindOf(payload) !== 'object' || checkPayload(compiled, payload).kind !== 'valid') continue;
          fitting++;
          for (const each of paths) {
            const kind = kindOf(valueAt({ event: payload }, each));
            expect([...typeAt(objectOf(new Map([['event', type]])), each, { budget }).kinds]).toContain(kind);
          }
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(fitting).toBeGreaterThan(100);
});
