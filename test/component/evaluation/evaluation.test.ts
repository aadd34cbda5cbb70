import { createEvaluation } from '../../../src/evaluation/evaluation.ts';

/** Doubles its work at each level of the payload: 2^40 steps for the payload below. */
const exponential = JSON.stringify({
  anyOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }],
  not: { required: ['z'] },
  properties: { a: { $ref: '#' } },
});
const deep = `${'{"a":'.repeat(40)}{"z":1}${'}'.repeat(40)}`;
/** Not plain, so it is checked on a thread. */
const simple = JSON.stringify({ properties: { n: { type: 'integer', 'x-order': 1 } } });

const evaluation = createEvaluation();
afterAll(() => evaluation.close());

test('a schema that is not plain is checked on a thread', async () => {
  const check = (key: string, schema: string, text: string) =>
    evaluation.checkSchema({ key, schema, text }, { owner: 'a' });
  await expect(check('1', simple, '{"n":1}')).resolves.toEqual({ kind: 'valid' });
  await expect(check('1', simple, '{"n":"1"}')).resolves.toEqual({
    kind: 'invalid',
    details: 'n: must be integer',
  });
  await expect(check('2', '{', '{}')).resolves.toMatchObject({ kind: 'bad-schema' });
  expect(evaluation.load().threads).toBeGreaterThan(0);
});

test('a schema of exponential cost is stopped', async () => {
  const request = { key: '4', schema: exponential, text: deep };
  await expect(evaluation.checkSchema(request, { owner: 'a' })).resolves.toEqual({ kind: 'too-slow' });
});

test('another account does not wait for checks that take long', async () => {
  const patient = createEvaluation({ deadlineMs: 600_000 });
  try {
    const gone = new AbortController();
    const slow = [1, 2, 3].map(() =>
      patient.checkSchema(
        { key: '4', schema: exponential, text: deep },
        { owner: 'attacker', signal: gone.signal },
      ),
    );
    const other = patient.checkSchema({ key: '5', schema: simple, text: '{}' }, { owner: 'other' });
    await expect(other).resolves.toEqual({ kind: 'valid' });
    gone.abort(new Error('the client is gone'));
    for (const check of slow) await expect(check).rejects.toThrow('the client is gone');
  } finally {
    await patient.close();
  }
});

test('an account may have a bounded number of checks waiting, further ones are rejected as BUSY', async () => {
  const checks = Array.from({ length: 40 }, () =>
    evaluation.checkSchema({ key: '1', schema: simple, text: '{}' }, { owner: 'a' }).catch((error) => error),
  );
  const results = await Promise.all(checks);
  const rejected = results.filter((result) => result.code === 'BUSY');
  expect(rejected.length).toBeGreaterThan(0);
  expect(results.filter((result) => result.kind === 'valid')).toHaveLength(40 - rejected.length);
});

test('a check whose sender is gone is dropped', async () => {
  const abort = new AbortController();
  const check = evaluation.checkSchema(
    { key: '4', schema: exponential, text: deep },
    { owner: 'a', signal: abort.signal },
  );
  abort.abort(new Error('the client is gone'));
  await expect(check).rejects.toThrow('the client is gone');
});

describe('nodes', () => {
  const condition = { path: 'event.list', operator: 'contains', value: '${event.wanted}' };
  const texts = (list: unknown[], conditions: number) => ({
    type: 'ifElseNode' as const,
    data: JSON.stringify({ condition: { any: Array(conditions).fill(condition) } }),
    payload: JSON.stringify({ list, wanted: 'x' }),
    layers: [],
    item: null,
  });

  test('a small node is evaluated on the main thread', async () => {
    const { threads } = evaluation.load();
    const result = await evaluation.evaluateNode(texts(['x'], 1), { owner: 'a' });
    expect(result).toMatchObject({ error: null });
    expect(evaluation.load().threads).toBe(threads);
  });

  test('a large one on a thread, with the same result', async () => {
    const result = await evaluation.evaluateNode(texts(Array(10_000).fill(''), 50), { owner: 'a' });
    expect(result).toMatchObject({ error: null, control: 'false' });
  });

  test('one that takes too many steps fails with what to do', async () => {
    const result = await evaluation.evaluateNode(texts(Array(16_000).fill(''), 1_500), { owner: 'a' });
    expect(result.error).toMatch(/^The node takes more than 20000000 steps\. Compare less data/);
  });
});

test('a graph that is too expensive to check has a problem that says so', async () => {
  const fieldMappings = { c1: 'event.a' };
  const ids = Array.from({ length: 100 }, (_, n) => `n${n}`);
  const nodes = [
    { id: 't', type: 'webhookTrigger', data: {} },
    ...ids.map((id) => ({ id, type: 'templateNode', data: { templateId: 'tpl_1', fieldMappings } })),
  ];
  const edges = ids.map((id) => ({ id, source: 't', target: id }));
  const known = Array.from({ length: 100_000 }, (_, n) => `c${n}`);
  const problemsOf = (columns: string[]) =>
    evaluation.evaluateGraph(
      { stepsJson: JSON.stringify({ nodes, edges }), templates: { tpl_1: { known: columns, required: [] } } },
      { owner: 'a' },
    );
  expect(await problemsOf(['c1'])).toEqual([]);
  expect(await problemsOf(known)).toMatchObject([
    {
      path: '',
      message: expect.stringMatching(/^Checking the graph takes more than 20000000 steps\. Use fewer/),
    },
  ]);
});
