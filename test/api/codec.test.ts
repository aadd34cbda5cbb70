import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { defaultPayloadConverter } from '@temporalio/common';
import { buildCodecApp } from '../../src/codec-server/codec-app.ts';
import { createPayloadCodec } from '../../src/infra/temporal/payload-codec.ts';
import { readPayloadKeys } from '../../src/infra/temporal/payload-keys.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';

/** The codec server over real HTTP, as Temporal's UI and command line call it. */
const UI = 'http://127.0.0.1:8233';
const PAYLOAD_KEYS = `one:${randomBytes(32).toString('base64')}`;

const api = await startTestApp({ name: 'codec', env: { PAYLOAD_KEYS, TEMPORAL_UI_URL: `${UI}/` } });
const codecApp = await buildCodecApp(api.services);
await codecApp.listen({ host: '127.0.0.1', port: 0 });
const base = `http://127.0.0.1:${(codecApp.server.address() as AddressInfo).port}`;
const admin = await signIn(api, 'ADMIN');
const member = await signIn(api, 'MEMBER');

afterAll(async () => {
  await codecApp.close();
});

interface Decoded {
  status: number;
  headers: Headers;
  body: { payloads?: { metadata: Record<string, string>; data?: string }[]; detail?: string };
}

async function send(
  path: string,
  body: unknown,
  headers: Record<string, string> = admin.headers,
): Promise<Decoded> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Decoded['body'],
  };
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

async function encrypted(value: unknown, keys = PAYLOAD_KEYS) {
  const codec = createPayloadCodec(readPayloadKeys(keys).keys);
  const [payload = {}] = await codec.encode([defaultPayloadConverter.toPayload(value)]);
  return {
    metadata: Object.fromEntries(
      Object.entries(payload.metadata ?? {}).map(([name, bytes]) => [name, base64(bytes)]),
    ),
    data: base64(payload.data ?? ''),
  };
}

const open = { metadata: { encoding: base64('json/plain') }, data: base64('{"a":1}') };

test('an administrator reads encrypted and plain payloads, in order', async () => {
  const given = [await encrypted({ name: 'Ada' }), open, {}];
  const { status, body } = await send(
    '/decode',
    { payloads: given },
    { ...admin.headers, 'x-namespace': 'default' },
  );
  expect(status).toBe(200);
  const [first, second, third] = body.payloads ?? [];
  expect(Buffer.from(first?.data ?? '', 'base64').toString()).toBe('{"name":"Ada"}');
  expect(second).toEqual(open);
  expect(third).toEqual({ metadata: {}, data: '' });
});

test('encoded payloads are decoded to the same, and reveal nothing', async () => {
  const { body } = await send('/encode', { payloads: [open] });
  expect(JSON.stringify(body)).not.toContain(open.data);
  expect((await send('/decode', body)).body).toEqual({ payloads: [open] });
});

test.each([
  ['without a token', () => ({}), 401],
  ['with another token', () => ({ authorization: 'Bearer abc.def.ghi' }), 401],
  ['with an empty cookie', () => ({ cookie: 'codecToken=' }), 401],
  ['as a member', () => member.headers, 403],
  ['for another namespace', () => ({ ...admin.headers, 'x-namespace': 'other' }), 403],
])('%s nothing is read', async (_, headers: () => Record<string, string>, status) => {
  const reply = await send('/decode', { payloads: [await encrypted('x')] }, headers());
  expect(reply.status).toBe(status);
  expect(reply.body.payloads).toBeUndefined();
});

test('of a locked administrator the token counts no more', async () => {
  const other = await signIn(api, 'ADMIN');
  expect((await send('/decode', { payloads: [] }, other.headers)).status).toBe(200);
  const em = api.services.orm.em.fork();
  await em.execute('update user_account set is_enabled = false where public_id = ?', [other.user.publicId]);
  expect((await send('/decode', { payloads: [] }, other.headers)).status).toBe(401);
});

test.each([
  ['no JSON', 'payloads'],
  ['no object', '[]'],
  ['no payloads', {}],
  ['payloads that are no list', { payloads: {} }],
  ['data that is no base64', { payloads: [{ data: '%%' }] }],
  ['metadata that is no text', { payloads: [{ metadata: { encoding: 1 } }] }],
])('%s is 400', async (_, body) => {
  const reply = await send('/decode', body);
  expect(reply.status).toBe(400);
  expect(reply.body.detail).toEqual(expect.any(String));
});

test('a payload of another key, and a damaged one, are 400 and say why', async () => {
  const foreign = await encrypted('x', `two:${randomBytes(32).toString('base64')}`);
  expect((await send('/decode', { payloads: [foreign] })).body.detail).toMatch(
    /key "two", which PAYLOAD_KEYS/,
  );
  const damaged = { ...(await encrypted('x')), data: base64('too short') };
  const reply = await send('/decode', { payloads: [damaged] });
  expect(reply.status).toBe(400);
  expect(reply.body.detail).toMatch(/cannot be decrypted with the key "one"/);
});

const preflight = (origin: string) =>
  fetch(`${base}/decode`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-namespace',
    },
  });

test.each([UI, 'http://localhost:8233'])('the UI at %s may ask, with cookies', async (origin) => {
  const { headers, status } = await preflight(origin);
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-allow-credentials')).toBe('true');
  expect(headers.get('access-control-allow-headers')).toContain('x-namespace');
  const { headers: reply } = await send('/decode', { payloads: [] }, { ...admin.headers, origin });
  expect(reply.get('access-control-allow-origin')).toBe(origin);
});

test('other pages may not', async () => {
  for (const origin of ['http://evil.example', 'http://localhost:9999', 'null']) {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('a user who signs in on its page has access by the cookie until the token expires', async () => {
  const page = await fetch(`${base}/`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('/sign-in.js');
  for (const script of ['/sign-in.js', '/pages/form.js', '/pages/page.css']) {
    expect((await fetch(`${base}${script}`)).status).toBe(200);
  }
  const accessToken = admin.headers.authorization.replace('Bearer ', '');
  const signedIn = await send('/session', { accessToken }, {});
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^codecToken=[^;]+; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const [pair = ''] = cookie.split(';');
  expect((await send('/decode', { payloads: [open] }, { cookie: pair })).body).toEqual({ payloads: [open] });

  const rejected = await send('/session', { accessToken: member.headers.authorization.slice(7) }, {});
  expect(rejected.status).toBe(403);
  expect(rejected.headers.get('set-cookie')).toBeNull();
});
