import { createSchemaCheck } from '../../../src/modules/webhooks/schema/schema-check.ts';
import { createBudget } from '../../../workflows/graph/budget.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;
const INLINE = 100_000;

const plain = '{"properties":{"n":{"type":"integer"}}}';

test('returns valid, invalid with the failing fields, and bad schemas', () => {
  const check = createSchemaCheck();
  const budget = createBudget(UNLIMITED);
  expect(check({ key: '1', schema: plain, text: '{"n":1}' }, budget)).toEqual({ kind: 'valid' });
  expect(check({ key: '1', schema: plain, text: '{"n":"1"}' }, budget)).toEqual({
    kind: 'invalid',
    details: 'n: must be integer',
  });
  expect(check({ key: '2', schema: '{', text: '{}' }, budget)).toMatchObject({ kind: 'bad-schema' });
  expect(check({ key: '3', schema: '{"required":["x"]}' }, budget)).toEqual({ kind: 'valid' });
});

test('an ordinary payload against an ordinary plain schema fits the budget of the main thread', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 25 }, (_, n) => [`field${n}`, { type: 'string', maxLength: 100 }]),
  );
  const payload = Object.fromEntries(Object.keys(properties).map((name) => [name, 'a value']));
  const check = createSchemaCheck();
  const schema = JSON.stringify({ type: 'object', required: ['field0'], properties });
  expect(check({ key: '1', schema }, createBudget(INLINE))).toEqual({ kind: 'valid' });
  const second = createBudget(INLINE);
  expect(check({ key: '1', schema, text: JSON.stringify(payload) }, second)).toEqual({ kind: 'valid' });
  expect(second.spent).toBeLessThan(INLINE / 2);
});

test('the steps of a plain schema grow with keywords times values', () => {
  const cost = (schemas: number, values: number) => {
    const check = createSchemaCheck();
    const schema = JSON.stringify({
      items: { anyOf: Array.from({ length: schemas }, () => ({ type: 'string' })) },
    });
    check({ key: '1', schema }, createBudget(UNLIMITED));
    const budget = createBudget(UNLIMITED);
    check({ key: '1', schema, text: JSON.stringify(Array(values).fill(1)) }, budget);
    return budget.spent;
  };
  expect(cost(20, 200)).toBeGreaterThan(3 * cost(10, 100));
  expect(cost(273, 1_990)).toBeGreaterThan(INLINE);
});

test.each([
  ['a reference', '{"$ref":"#/$defs/a","$defs":{"a":true}}'],
  ['a pattern', '{"properties":{"a":{"pattern":"^a"}}}'],
  ['a schema that is not JSON', '{'],
])('the cost of %s is not known: it never fits the budget of the main thread', (_name, schema) => {
  const check = createSchemaCheck();
  for (const text of ['{}', '{}']) {
    expect(() => check({ key: '1', schema, text }, createBudget(INLINE))).toThrow('takes more than');
  }
});
