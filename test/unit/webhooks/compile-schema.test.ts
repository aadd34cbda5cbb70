import { checkPayload, compileSchema } from '../../../src/modules/webhooks/schema/compile-schema.ts';

const check = (schema: unknown, payload: unknown) =>
  checkPayload(compileSchema(typeof schema === 'string' ? schema : JSON.stringify(schema)), payload);

const draft = (name: string, rest: object) => ({ $schema: name, ...rest });
const id = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const age = {
  properties: { length: { anyOf: [{ type: 'null' }, { type: 'number' }] }, age: { type: 'integer' } },
  required: ['age'],
};

describe('a payload that fits its schema is valid, in every draft', () => {
  test.each([
    ['default', id],
    ['draft-04', draft('http://json-schema.org/draft-04/schema#', id)],
    ['draft-06', draft('http://json-schema.org/draft-06/schema#', id)],
    ['draft-07', draft('http://json-schema.org/draft-07/schema#', id)],
    ['draft-07 over https, no fragment', draft('https://json-schema.org/draft-07/schema', id)],
    ['2019-09', draft('https://json-schema.org/draft/2019-09/schema', id)],
    ['2020-12', draft('https://json-schema.org/draft/2020-12/schema', id)],
  ])('%s', (_name, schema) => {
    expect(check(schema, { id: 1 })).toEqual({ kind: 'valid' });
    expect(check(schema, { id: '1' })).toEqual({ kind: 'invalid', details: 'id: must be integer' });
  });
});

test('keywords that only one draft knows work there', () => {
  const draft04 = { properties: { n: { maximum: 5, exclusiveMaximum: true } } };
  expect(check(draft('http://json-schema.org/draft-04/schema#', draft04), { n: 5 }).kind).toBe('invalid');
  const tuple = { properties: { t: { prefixItems: [{ type: 'string' }] } } };
  expect(check(tuple, { t: [1] })).toEqual({ kind: 'invalid', details: 't.0: must be string' });
  const recursive = {
    $defs: { node: { properties: { next: { $ref: '#/$defs/node' }, v: { type: 'string' } } } },
    $ref: '#/$defs/node',
  };
  expect(check(recursive, { next: { next: { v: 1 } } })).toEqual({
    kind: 'invalid',
    details: 'next.next.v: must be string',
  });
});

describe('violations name the failing fields and never a value', () => {
  test.each([
    ['null is no integer (R22)', age, { age: null }, 'age: must be integer'],
    [
      'empty text is not null (R22)',
      age,
      { age: 1, length: '' },
      'length: must be null, must be number, must match a schema in anyOf',
    ],
    [
      'numeric text is no number and a number no text (R23)',
      { properties: { qty: { type: 'integer' }, zip: { type: 'string' } } },
      { qty: '3', zip: 712 },
      'qty: must be integer; zip: must be string',
    ],
    ['a missing member', id, {}, 'id: is required'],
    ['inherited names satisfy nothing', { required: ['toString'] }, {}, 'toString: is required'],
    ['an unknown member', { additionalProperties: false }, { x: 's3cret' }, 'x: is not allowed'],
    ['enum', { properties: { c: { enum: ['s3cret'] } } }, { c: 'x' }, 'c: must be one of the allowed values'],
    ['const', { properties: { c: { const: 's3cret' } } }, { c: 'x' }, 'c: must be the constant'],
    ['pattern', { properties: { c: { pattern: '^s3cret$' } } }, { c: 'x' }, 'c: must match the pattern'],
    ['the body itself', { minProperties: 1 }, {}, 'the body: must NOT have fewer than 1 properties'],
    [
      'equal items',
      { properties: { l: { uniqueItems: true } } },
      {
        l: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      'l: must not have equal items',
    ],
    ['line breaks in names', { additionalProperties: false }, { 'a\r\nb': 1 }, 'a  b: is not allowed'],
    [
      'formats (R25)',
      { properties: { d: { format: 'date' }, e: { format: 'email' } } },
      { d: '2026-02-29', e: 'x' },
      'd: must match format "date"; e: must match format "email"',
    ],
  ])('%s', (_name, schema, payload, details) => {
    expect(check(schema, payload)).toEqual({ kind: 'invalid', details });
  });

  test('a payload with a thousand failing fields gets a bounded response', () => {
    const payload = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${'k'.repeat(200)}${i}`, 1]));
    const outcome = check({ additionalProperties: false }, payload);
    expect(outcome.kind === 'invalid' && outcome.details.length).toBeLessThan(4000);
  });
});

describe('values that the schema does not forbid are valid', () => {
  test.each([
    [
      'unknown formats and keywords (R25)',
      { properties: { d: { format: 'x-custom', example: 1, 'x-order': 2 } } },
      { d: 'x' },
    ],
    ['a real date', { properties: { d: { format: 'date' } } }, { d: '2026-02-28' }],
    ['zero stays zero (R22)', age, { age: 1, length: 0 }],
    ['default is not written', { properties: { d: { default: 1 } } }, {}],
    ['a property called $async', { properties: { $async: { type: 'string' } } }, { $async: 'x' }],
    [
      'escapes of JavaScript patterns',
      { properties: { p: { pattern: '^\\/\\u00e9\\p{L}$' } } },
      { p: '/éa' },
    ],
    ['unequal items', { properties: { l: { uniqueItems: true } } }, { l: [1, '1', [1], { a: 1 }] }],
    ['text of a schema', JSON.stringify(id), { id: 1 }],
  ])('%s', (_name, schema, payload) => {
    const before = JSON.stringify(payload);
    expect(check(schema, payload)).toEqual({ kind: 'valid' });
    expect(JSON.stringify(payload)).toBe(before);
  });
});

describe('a schema that cannot be used says why', () => {
  const deep = `${'{"not":'.repeat(70)}{}${'}'.repeat(70)}`;
  test.each([
    ['not JSON', '{"type":', /not valid JSON/],
    ['an array', '[]', /must be a JSON object/],
    ['a wrong keyword', { type: 'strin' }, /not valid https/],
    ['an unknown draft', { $schema: 'http://example.com/mine' }, /unknown draft/],
    ['$async', { $async: true, type: 'object' }, /\$async/],
    ['$async inside', { properties: { a: { $async: true } } }, /\$async/],
    ['a remote reference (R26)', { $ref: 'http://127.0.0.1:9/x.json' }, /resolve reference/],
    ['a missing local reference (R26)', { $ref: '#/$defs/none' }, /resolve reference/],
    ['a look-ahead', { properties: { a: { pattern: '(?=a)b' } } }, /\(\?=/],
    ['too large (R27)', { anyOf: Array.from({ length: 9000 }, () => ({ const: 1 })) }, /larger than 65536/],
    ['too many objects', { anyOf: Array.from({ length: 1001 }, () => ({})) }, /more than 1000 objects/],
    ['too deep', deep, /deeper than 64/],
  ])('%s', (_name, schema, details) => {
    expect(check(schema, {})).toEqual({ kind: 'bad-schema', details: expect.stringMatching(details) });
  });

  test('a reference to itself', () => {
    expect(check({ $ref: '#' }, {}).kind).toBe('bad-schema');
  });
});

test('equal $ids of two schemas never meet (R26)', () => {
  const one = { $id: 'order', properties: { a: { type: 'string' } } };
  const two = { $id: 'order', properties: { a: { type: 'number' } } };
  expect([check(one, { a: 'x' }).kind, check(two, { a: 1 }).kind, check(one, { a: 1 }).kind]).toEqual([
    'valid',
    'valid',
    'invalid',
  ]);
});

test('a pattern of nested quantifiers takes linear time (R27)', () => {
  const text = `${'a'.repeat(50_000)}!`;
  expect(check({ properties: { a: { pattern: '^(a+)+$' } } }, { a: text })).toEqual({
    kind: 'invalid',
    details: 'a: must match the pattern',
  });
});
