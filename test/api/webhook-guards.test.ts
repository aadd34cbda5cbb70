import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const UNKNOWN = 'wrk_01kb0000000000000000000000';
const opened: TestApp[] = [];

async function open(env: Record<string, string> = {}): Promise<{ api: TestApp; owner: SignedIn }> {
  const api = await startTestApp({ name: 'webhook-guards', env });
  opened.push(api);
  return { api, owner: await signIn(api) };
}
afterAll(async () => {
  for (const one of opened) await one.close();
});

const post = (
  { app }: TestApp,
  publicId: string,
  {
    body = '{}',
    headers = {},
    address = '192.0.2.1',
  }: { body?: string; headers?: object; address?: string } = {},
) =>
  app.inject({
    method: 'POST',
    url: `/api/workflows/${publicId}/webhook`,
    headers: { ...headers },
    payload: body,
    remoteAddress: address,
  });

describe('an address that names no workflow', () => {
  let api: TestApp;
  beforeAll(async () => {
    ({ api } = await open());
  });

  test.each([
    ['not decodable', '%ff'],
    ['a lone percent sign', '%'],
    ['cut off', 'wrk_%E0%A4%A'],
    ['NUL', '%00'],
    ['a slash', 'a%2Fb'],
    ['nothing', ''],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('%s: 404 in plain text', async (_name, id) => {
    const response = await post(api, id);
    expect([response.statusCode, response.body]).toEqual([404, 'Workflow not found!']);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  test('elsewhere such an address is 400 as a problem document', async () => {
    const response = await api.app.inject({ method: 'POST', url: '/api/workflows/%ff/validate' });
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('limits', () => {
  test("an owner's bucket is plain text 429 beyond the limit, and no one else's", async () => {
    const { api, owner } = await open({ WEBHOOK_RATE_LIMIT_PER_MINUTE: '3', RATE_LIMIT_PER_MINUTE: '100' });
    const one = await createWorkflow(api, owner);
    const two = await createWorkflow(api, owner);
    const responses = [];
    for (const { publicId } of [one, two, one, two]) responses.push(await post(api, publicId));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 429]);
    const rejected = responses[3];
    expect(rejected?.body).toBe('Too Many Requests');
    expect(rejected?.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(rejected?.headers['ratelimit-limit']).toBe('3');
    expect(rejected?.headers['ratelimit-remaining']).toBe('0');
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0);
    const other = await createWorkflow(api, await signIn(api));
    expect((await post(api, other.publicId)).statusCode).toBe(202);
    const own = await api.app.inject({ url: '/api/workflows', headers: owner.headers });
    expect(own.statusCode).toBe(200);
  });

  test('unknown ids are limited per address', async () => {
    const { api } = await open({ WEBHOOK_RATE_LIMIT_PER_MINUTE: '2' });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await post(api, UNKNOWN)).statusCode);
    statuses.push((await post(api, UNKNOWN, { headers: { 'x-forwarded-for': '198.51.100.7' } })).statusCode);
    statuses.push((await post(api, UNKNOWN, { address: '192.0.2.2' })).statusCode);
    expect(statuses).toEqual([404, 404, 429, 429, 404]);
  });
});

describe("the trigger's signing secret", () => {
  const signingSecret = `whsec_${Buffer.from('a secret of the sender').toString('base64')}`;
  const now = () => Math.floor(Date.now() / 1000);
  const sign = (body: string, { id = 'msg_1', time = now(), secret = signingSecret } = {}) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': `${time}`, 'webhook-signature': `v1,${mac}` };
  };
  let api: TestApp;
  let owner: SignedIn;
  let publicId: string;
  beforeAll(async () => {
    ({ api, owner } = await open());
    ({ publicId } = await createWorkflow(api, owner, { data: { signingSecret } }));
  });
  const countEvents = async (workflowId: string): Promise<number> => {
    const url = `/api/workflows/${workflowId}/events`;
    return (await api.app.inject({ url, headers: owner.headers })).json().totalElements;
  };

  test('a signed event is accepted, and one of several signatures is enough', async () => {
    const body = '{"a": 1}';
    expect((await post(api, publicId, { body, headers: sign(body) })).body).toBe('Webhook received');
    const headers = sign(body, { id: 'msg_2' });
    const several = `v1,AAAA v2,BBBB ${headers['webhook-signature']}`;
    const response = await post(api, publicId, {
      body,
      headers: { ...headers, 'webhook-signature': several },
    });
    expect(response.statusCode).toBe(202);
  });

  test.each<[string, object, string]>([
    ['no headers', {}, 'webhook-id, webhook-timestamp and webhook-signature are needed'],
    ['another body', sign('{"a":2}', { id: 'x1' }), 'no signature matches'],
    [
      'another secret',
      sign('{}', { id: 'x2', secret: `whsec_${Buffer.from('other').toString('base64')}` }),
      'no signature matches',
    ],
    ['too old', sign('{}', { id: 'x3', time: now() - 3_600 }), 'webhook-timestamp is too old or too new'],
    ['too new', sign('{}', { id: 'x4', time: now() + 3_600 }), 'webhook-timestamp is too old or too new'],
    ['no time', { ...sign('{}'), 'webhook-timestamp': 'x' }, 'webhook-timestamp must be Unix seconds'],
  ])('%s: 401', async (_name, headers, details) => {
    const response = await post(api, publicId, { headers });
    expect([response.statusCode, response.body]).toEqual([401, `Invalid signature: ${details}`]);
  });

  test('an invalid secret rejects every request', async () => {
    const broken = await createWorkflow(api, owner, { data: { signingSecret: 'letmein' } });
    expect((await post(api, broken.publicId, { headers: sign('{}') })).statusCode).toBe(401);
  });

  test('a repeated key gets a response only for a caller who can sign', async () => {
    const headers = sign('{}', { id: 'msg_3' });
    expect((await post(api, publicId, { headers })).statusCode).toBe(202);
    expect((await post(api, publicId, { headers: { 'webhook-id': 'msg_3' } })).statusCode).toBe(401);
  });

  test('a captured request is no new event under a key that no one signed', async () => {
    const workflow = await createWorkflow(api, owner, { data: { signingSecret } });
    const headers = sign('{}', { id: 'msg_4' });
    const keys = [undefined, 'one', 'two'].map((key) => (key ? { 'idempotency-key': key } : {}));
    const statuses = [];
    for (const key of keys) {
      const response = await post(api, workflow.publicId, { body: '{}', headers: { ...key, ...headers } });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([202, 202, 202]);
    expect(await countEvents(workflow.publicId)).toBe(1);
  });

  test('two signed events under one Idempotency-Key are two', async () => {
    const workflow = await createWorkflow(api, owner, { data: { signingSecret } });
    for (const id of ['msg_5', 'msg_6']) {
      const headers = { ...sign('{}', { id }), 'idempotency-key': 'same' };
      await post(api, workflow.publicId, { body: '{}', headers });
    }
    expect(await countEvents(workflow.publicId)).toBe(2);
  });

  test('an empty id names no event, even when it is signed', async () => {
    const headers = sign('{}', { id: '' });
    expect((await post(api, publicId, { body: '{}', headers })).statusCode).toBe(401);
  });
});

describe('when the database fails the response is 500 in plain text, never 202', () => {
  test('connections cut, then back', async () => {
    const { api, owner } = await open();
    const { publicId } = await createWorkflow(api, owner);
    expect((await post(api, publicId)).statusCode).toBe(202);
    const em = api.services.orm.em.fork();
    await em.execute('alter table webhook_event rename to hidden_event');
    const failed = await post(api, publicId);
    expect([failed.statusCode, failed.body]).toEqual([500, 'Internal Server Error']);
    await em.execute('alter table hidden_event rename to webhook_event');
    await em.execute(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    let statusCode = 0;
    while (statusCode !== 202) {
      ({ statusCode } = await post(api, publicId));
      expect([202, 500]).toContain(statusCode);
    }
    const [stored] = await em.execute<{ count: string }[]>('select count(*) from webhook_event');
    expect(stored?.count).toBe('2');
  });

  test('a table that is locked permanently makes no caller wait permanently', async () => {
    const { api, owner } = await open();
    const { publicId } = await createWorkflow(api, owner);
    const em = api.services.orm.em.fork();
    await em.begin();
    await em.execute('lock table webhook_event in access exclusive mode');
    const waiting = post(api, publicId);
    const outcome = await Promise.race([waiting, delay(200_000, null, { ref: false })]);
    expect(outcome?.statusCode).toBe(500);
    await em.rollback();
  });
});
