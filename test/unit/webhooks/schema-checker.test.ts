import { createSchemaChecker } from '../../../src/modules/webhooks/schema/schema-checker.ts';

/** Doubles its work at each level of the payload: 2^40 steps for the payload below. */
const exponential = JSON.stringify({
  anyOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }],
  not: { required: ['z'] },
  properties: { a: { $ref: '#' } },
});
const deep = `${'{"a":'.repeat(40)}{"z":1}${'}'.repeat(40)}`;
/** Not plain, so the thread is asked. */
const simple = JSON.stringify({ properties: { n: { type: 'integer', 'x-order': 1 } } });

const json = (text: string) => ({ text, value: JSON.parse(text) });

const checker = createSchemaChecker({ deadlineMs: 2000 });
afterAll(() => checker.close());

test('returns valid, invalid and bad schemas from the thread', async () => {
  const ask = (key: string, schema: string, payload: string) =>
    checker.check({ key, schema, payload: json(payload) });
  await expect(ask('1', simple, '{"n":1}')).resolves.toEqual({ kind: 'valid' });
  await expect(ask('1', simple, '{"n":"1"}')).resolves.toEqual({
    kind: 'invalid',
    details: 'n: must be integer',
  });
  await expect(ask('2', '{', '{}')).resolves.toMatchObject({ kind: 'bad-schema' });
});

test('without a payload only the schema is judged', async () => {
  expect(await checker.check({ key: '3', schema: '{"required":["x"]}' })).toEqual({ kind: 'valid' });
});

test('a schema of exponential cost is stopped, and the checks that wait behind it finish (R27)', async () => {
  const impatient = createSchemaChecker({ deadlineMs: 2_000 });
  try {
    const slow = impatient.check({ key: '4', schema: exponential, payload: json(deep) });
    const behind = impatient.check({ key: '5', schema: simple, payload: json('{}') });
    await expect(slow).resolves.toEqual({ kind: 'too-slow' });
    await expect(behind).resolves.not.toEqual({ kind: 'too-slow' });
  } finally {
    await impatient.close();
  }
});
