import { readFileSync } from 'node:fs';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createWorkflow, setStatus, triggerGraph } from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'webhooks' });
const owner = await signIn(api);

interface Sent {
  body?: string | Buffer;
  headers?: Record<string, string>;
}

const post = (
  publicId: string,
  { body = '{}', headers = { 'content-type': 'application/json' } }: Sent = {},
) =>
  api.app.inject({
    method: 'POST',
    url: `/api/workflows/${publicId}/webhook`,
    headers,
    payload: body,
  });

/** Status and body of a response; every one of this route is plain text. */
const responseOf = async (publicId: string, sent: Sent = {}) => {
  const { statusCode, body, headers } = await post(publicId, sent);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  return [statusCode, body];
};

const rows = <Row>(sql: string, values: unknown[] = []) =>
  api.services.orm.em.fork().execute<Row[]>(sql, values);

/** The stored events of a workflow, oldest first. */
const storedEvents = (publicId: string) =>
  rows<{
    event: string;
    payload: string;
    dispatch: string | null;
    run: string | null;
    engine: string | null;
  }>(
    `select e.public_id as event, e.payload, r.dispatch, r.public_id as run, r.engine_workflow_id as engine
     from webhook_event e join workflow w on w.id = e.workflow_id left join run r on r.event_id = e.id
     where w.public_id = ? order by e.id`,
    [publicId],
  );

const accepted = [202, 'Webhook received'];
const notJson = [400, 'Invalid JSON payload'];

describe('an accepted event is stored once, with a run only when the workflow is ACTIVE', () => {
  test('ACTIVE: event and run are committed together, both named by one ULID', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    expect(await responseOf(publicId, { body: '{"n":1}' })).toEqual(accepted);
    const [stored, ...others] = await storedEvents(publicId);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ payload: '{"n":1}', engine: stored?.event });
    expect(['PENDING', 'STARTED']).toContain(stored?.dispatch);
    expect(stored?.run).toBe(stored?.event.replace('evt_', 'run_'));
  });

  test.each(['DRAFT', 'ERROR'])('%s: stored, no run', async (status) => {
    const { publicId } = await createWorkflow(api, owner, { status });
    expect(await responseOf(publicId)).toEqual(accepted);
    expect(await storedEvents(publicId)).toMatchObject([{ payload: '{}', dispatch: null, run: null }]);
  });

  test('turning ACTIVE runs no old event', async () => {
    const { publicId } = await createWorkflow(api, owner);
    await post(publicId);
    await setStatus(api, owner.headers, { publicId, status: 'ACTIVE' });
    await post(publicId);
    const events = await storedEvents(publicId);
    expect(events.map(({ run }) => run === null)).toEqual([true, false]);
  });

  test('DISABLED: rejected, nothing stored; the change counts for the next request', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    expect(await responseOf(publicId)).toEqual(accepted);
    await setStatus(api, owner.headers, { publicId, status: 'DISABLED' });
    expect(await responseOf(publicId)).toEqual([403, 'Workflow is disabled']);
    expect(await storedEvents(publicId)).toHaveLength(1);
    await setStatus(api, owner.headers, { publicId, status: 'ACTIVE' });
    expect(await responseOf(publicId)).toEqual(accepted);
  });

  test('concurrent posts are each stored once', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    const bodies = Array.from({ length: 100 }, (_, seq) => JSON.stringify({ seq }));
    const responses = await Promise.all(bodies.map((body) => post(publicId, { body })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(bodies.map(() => 202));
    const events = await storedEvents(publicId);
    expect(events.map(({ payload }) => payload).sort()).toEqual([...bodies].sort());
    expect(new Set(events.map(({ run }) => run)).size).toBe(100);
  });
});

describe('the received text is kept unchanged', () => {
  const cases = new URL('../fixtures/json/', import.meta.url);
  test.each([
    ['02-falsy-and-null.json'],
    ['03-dotted-key-vs-nested.json'],
    ['04-proto-keys.json'],
    ['05-template-syntax-in-value.json'],
  ])('%s', async (file) => {
    const body = readFileSync(new URL(file, cases), 'utf8');
    const { publicId } = await createWorkflow(api, owner);
    expect(await responseOf(publicId, { body })).toEqual(accepted);
    expect((await storedEvents(publicId)).map(({ payload }) => payload)).toEqual([body]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each([
    ['spaces and order', ' { "b" : 1.0 , "2":0, "1":0 } '],
    ['digits', '{"n":12345678901234567890.10,"e":1E400}'],
    ['duplicate keys', '{"a":1,"a":2}'],
    ['escaped NUL and half a surrogate pair', '{"a":"\\u0000","b":"\\ud800"}'],
    ['names in any script', '{"Größe":"10","客户名称":"李雷","emoji🙂":"ok"}'],
    ['64 levels', `${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`],
  ])('%s', async (_name, body) => {
    const { publicId } = await createWorkflow(api, owner);
    expect(await responseOf(publicId, { body })).toEqual(accepted);
    expect((await storedEvents(publicId)).map(({ payload }) => payload)).toEqual([body]);
  });
});

describe('the body is read as JSON whatever the content type says', () => {
  test.each([
    ['none', {}],
    ['text/plain', { 'content-type': 'text/plain' }],
    ['vendor', { 'content-type': 'application/vnd.x+json; charset=utf-16' }],
    ['form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['garbage', { 'content-type': 'application/json\t; ="' }],
    ['no type at all', { 'content-type': 'zzz' }],
  ])('%s', async (_name, headers) => {
    const { publicId } = await createWorkflow(api, owner);
    expect(await responseOf(publicId, { body: '{"a":1}', headers })).toEqual(accepted);
    expect(await responseOf(publicId, { body: 'a=1', headers })).toEqual(notJson);
    expect(await responseOf(publicId, { body: '', headers })).toEqual(notJson);
    expect(await storedEvents(publicId)).toHaveLength(1);
  });
});

describe('a body that cannot be an event is rejected in plain text and changes nothing', () => {
  const object = 'Payload validation failed: the body must be a JSON object, not';
  test.each<[string, string | Buffer, (number | string)[]]>([
    ['no bytes (R06)', '', notJson],
    ['spaces (R06)', '   ', notJson],
    ['null (R06)', 'null', [400, `${object} null`]],
    ['an array (R08)', '[{"a":1}]', [400, `${object} an array`]],
    ['a string (R08)', '"x"', [400, `${object} a string`]],
    ['a number (R08)', '5', [400, `${object} a number`]],
    ['a boolean (R08)', 'true', [400, `${object} a boolean`]],
    ['cut off', '{"a":', notJson],
    ['two values', '{}{}', notJson],
    ['a comment', '{} // x', notJson],
    ['a byte order mark', Buffer.from('\ufeff{}'), notJson],
    ['UTF-16', Buffer.from('{}', 'utf16le'), notJson],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), notJson],
    [
      '65 levels',
      `${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`,
      [400, 'Payload validation failed: The body may have at most 64 levels of nesting.'],
    ],
  ])('%s', async (_name, body, expected) => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    expect(await responseOf(publicId, { body })).toEqual(expected);
    expect(await storedEvents(publicId)).toEqual([]);
  });

  test('one byte too many, and exactly as many as allowed (R12)', async () => {
    const { publicId } = await createWorkflow(api, owner);
    const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    expect(await responseOf(publicId, { body: body(1048577) })).toEqual([
      400,
      'Payload validation failed: the body is larger than 1048576 bytes',
    ]);
    expect(await responseOf(publicId, { body: body(1048576) })).toEqual(accepted);
    expect(await storedEvents(publicId)).toHaveLength(1);
  });

  test('more members than any event has', async () => {
    const { publicId } = await createWorkflow(api, owner);
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, 0])));
    expect((await responseOf(publicId, { body }))[1]).toMatch(/^Payload validation failed: .*10000 members/);
  });
});

describe('an id that is no workflow', () => {
  test.each([
    ['unknown', 'wrk_01kb0000000000000000000000'],
    ['another kind', 'tpl_01kb0000000000000000000000'],
    ['upper case', 'WRK_01KB0000000000000000000000'],
    ['a trailing dot', 'wrk_01kb0000000000000000000000.'],
    ['a space', '%20'],
    ['NUL', 'wrk_%00'],
    ['a path', '..%2fme'],
    ['SQL', "wrk_'%20or%20''='"],
    ['very long', 'w'.repeat(2000)],
  ])('%s', async (_name, id) => {
    expect(await responseOf(id)).toEqual([404, 'Workflow not found!']);
  });

  test('a deleted workflow', async () => {
    const { publicId } = await createWorkflow(api, owner);
    expect(await responseOf(publicId)).toEqual(accepted);
    await api.app.inject({ method: 'DELETE', url: `/api/workflows/${publicId}`, headers: owner.headers });
    expect(await responseOf(publicId)).toEqual([404, 'Workflow not found!']);
  });
});

describe("the trigger's JSON Schema", () => {
  const jsonSchema = { required: ['age'], properties: { age: { type: 'integer' } } };

  test.each([
    ['as an object', jsonSchema],
    ['as text', JSON.stringify(jsonSchema)],
  ])('%s', async (_name, schema) => {
    const { publicId } = await createWorkflow(api, owner, {
      status: 'ACTIVE',
      data: { jsonSchema: schema },
    });
    expect(await responseOf(publicId, { body: '{"age":1}' })).toEqual(accepted);
    expect(await responseOf(publicId, { body: '{"age":"s3cret"}' })).toEqual([
      400,
      'Payload validation failed: age: must be integer',
    ]);
    expect(await responseOf(publicId, { body: '{}' })).toEqual([
      400,
      'Payload validation failed: age: is required',
    ]);
    expect(await storedEvents(publicId)).toHaveLength(1);
  });

  test.each([
    ['text that is not JSON', '{"type":', 'the schema is not valid JSON'],
    ['a list', '[]', 'the schema must be a JSON object'],
    ['too large', { description: 'x'.repeat(70_000) }, 'the schema is larger than 65536 bytes'],
  ])('that cannot be used: %s', async (_name, schema, details) => {
    const { publicId } = await createWorkflow(api, owner, { data: { jsonSchema: schema } });
    expect(await responseOf(publicId)).toEqual([400, `Invalid schema or payload: ${details}`]);
    expect(await storedEvents(publicId)).toEqual([]);
  });

  test('a new schema counts from its save on', async () => {
    const { publicId } = await createWorkflow(api, owner, { data: { jsonSchema } });
    expect((await responseOf(publicId))[0]).toBe(400);
    const save = (stepsJson: object) =>
      api.app.inject({
        method: 'PUT',
        url: `/api/workflows/${publicId}`,
        headers: owner.headers,
        payload: { stepsJson },
      });
    await save(triggerGraph());
    expect(await responseOf(publicId)).toEqual(accepted);
    await save(triggerGraph({ jsonSchema }));
    expect((await responseOf(publicId))[0]).toBe(400);
    const versions = await rows<{ number: number }>(
      `select g.number from webhook_event e join graph_version g on g.id = e.graph_version_id
       join workflow w on w.id = e.workflow_id where w.public_id = ?`,
      [publicId],
    );
    expect(versions).toEqual([{ number: 2 }]);
  });

  test('an owner whose checks keep being too slow has to wait, others do not (R27)', async () => {
    const slow = await signIn(api);
    const twice = { anyOf: [{ properties: { a: { $ref: '#' } } }, { properties: { a: { $ref: '#' } } }] };
    const endless = { ...twice, not: { required: ['z'] } };
    const { publicId } = await createWorkflow(api, slow, { data: { jsonSchema: endless } });
    const body = `${'{"a":'.repeat(40)}{"z":1}${'}'.repeat(40)}`;
    const responses = [];
    for (let i = 0; i < 4; i++) responses.push(await post(publicId, { body }));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 429]);
    expect(responses[0]?.body).toMatch(/^Invalid schema or payload: .*takes too long/);
    expect(responses[3]?.body).toBe('Too Many Requests');
    expect(responses[3]?.headers['retry-after']).toBe('60');
    const other = await createWorkflow(api, owner, { data: { jsonSchema } });
    expect(await responseOf(other.publicId, { body: '{"age":1}' })).toEqual(accepted);
    expect(await storedEvents(publicId)).toEqual([]);
  });
});

describe('a repeated key stores nothing new and returns 202, whatever the body', () => {
  test.each(['idempotency-key', 'webhook-id'])('%s', async (header) => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    const headers = { 'content-type': 'application/json', [header]: 'order-7' };
    for (const body of ['{"n":1}', '{"n":1}', '{"n":2}', 'not json', '[]']) {
      expect(await responseOf(publicId, { body, headers })).toEqual(accepted);
    }
    expect((await storedEvents(publicId)).map(({ payload }) => payload)).toEqual(['{"n":1}']);
  });

  test('five at once', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    const headers = { 'webhook-id': 'same' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => responseOf(publicId, { headers })));
    expect(responses).toEqual(responses.map(() => accepted));
    expect(await storedEvents(publicId)).toHaveLength(1);
  });

  test('other keys, other workflows and events without a key are separate', async () => {
    const one = await createWorkflow(api, owner);
    const two = await createWorkflow(api, owner);
    for (const key of ['a', 'b', '']) await post(one.publicId, { headers: { 'idempotency-key': key } });
    await post(one.publicId, { headers: { 'idempotency-key': '' } });
    await post(two.publicId, { headers: { 'idempotency-key': 'a' } });
    expect(await storedEvents(one.publicId)).toHaveLength(4);
    expect(await storedEvents(two.publicId)).toHaveLength(1);
  });

  test('a key whose first body was rejected is not used up', async () => {
    const { publicId } = await createWorkflow(api, owner);
    const headers = { 'idempotency-key': 'k' };
    expect(await responseOf(publicId, { body: 'zzz', headers })).toEqual(notJson);
    expect(await responseOf(publicId, { headers })).toEqual(accepted);
    expect(await storedEvents(publicId)).toHaveLength(1);
  });

  test('a key that is too long', async () => {
    const { publicId } = await createWorkflow(api, owner);
    const headers = (length: number) => ({ 'idempotency-key': 'k'.repeat(length) });
    expect(await responseOf(publicId, { headers: headers(256) })).toEqual([
      400,
      'Invalid idempotency key: at most 255 characters',
    ]);
    expect(await responseOf(publicId, { headers: headers(255) })).toEqual(accepted);
  });
});
