import { PASSWORD_QUEUE } from '../../src/modules/auth/passwords.ts';
import { startTestApp } from '../support/app.ts';
import { createUser, TEST_PASSWORD } from '../support/login.ts';

const api = await startTestApp({ name: 'auth-login' });

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

test('the right password returns token, account and organizations, and sets the refresh cookie', async () => {
  const user = await createUser(api, { role: 'ADMIN' });
  const response = await post({ email: user.email.toUpperCase(), password: TEST_PASSWORD });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    publicId: user.publicId,
    email: user.email,
    applicationRole: 'ADMIN',
    organizations: [],
  });
  expect(response.headers['cache-control']).toBe('no-store');
  const [cookie] = response.cookies;
  expect(cookie).toMatchObject({
    name: 'refreshToken',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/api/auth',
    maxAge: 7 * 24 * 60 * 60,
  });
});

test('the token lives 15 minutes and names the account', async () => {
  const user = await createUser(api);
  const { accessToken } = (await post({ email: user.email, password: TEST_PASSWORD })).json();
  const payload = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString());
  expect(payload.exp - payload.iat).toBe(15 * 60);
  expect(payload.sub).toBe(user.publicId);
});

test('an unknown address and a wrong password get the same response', async () => {
  const user = await createUser(api);
  const wrong = await post({ email: user.email, password: 'not the password' });
  const unknown = await post({ email: 'nobody@example.com', password: 'not the password' });
  const bare = ({ body }: { body: string }) => ({ ...JSON.parse(body), requestId: '' });
  expect(wrong.statusCode).toBe(401);
  expect(bare(wrong)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(bare(unknown)).toEqual(bare(wrong));
  expect(unknown.statusCode).toBe(401);
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
  expect(wrong.cookies).toEqual([]);
});

describe('that an account is locked or unverified learns only who knows its password', () => {
  test.each([
    ['locked', { isEnabled: false }, 'ACCOUNT_LOCKED'],
    ['unverified', { isVerified: false }, 'ACCOUNT_UNVERIFIED'],
  ])('%s', async (_name, state, code) => {
    const user = await createUser(api, state);
    const right = await post({ email: user.email, password: TEST_PASSWORD });
    expect([right.statusCode, right.json().code]).toEqual([403, code]);
    expect(right.cookies).toEqual([]);
    const wrong = await post({ email: user.email, password: 'not the password' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });
});

const password = 'whatever it is';
test.each([
  ['nothing', ''],
  ['broken JSON', '{"email":'],
  ['an array', '[]'],
  ['null', 'null'],
  ['no members', '{}'],
  ['no password', '{"email":"a@example.com"}'],
  ['password as an object', '{"email":"a@example.com","password":{}}'],
  ['password as an array', '{"email":"a@example.com","password":["x"]}'],
  ['password as a number', '{"email":"a@example.com","password":12345678}'],
  ['empty password', '{"email":"a@example.com","password":""}'],
  ['a password of 1 MB', JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(1_000_000) })],
  ['an unknown member', JSON.stringify({ email: 'a@example.com', password, applicationRole: 'SUPER_ADMIN' })],
  ['a prototype member', `{"email":"a@example.com","password":"${password}","__proto__":{"x":1}}`],
  [
    'an escaped prototype member',
    `{"email":"a@example.com","password":"${password}","\\u005f_proto__":{"x":1}}`,
  ],
  ['CR LF in the address', JSON.stringify({ email: 'a@b.c\r\nBcc: x@y.z', password })],
  ['LF at the end of the address', JSON.stringify({ email: 'a@example.com\n', password })],
  ['NUL in the address', JSON.stringify({ email: 'a\0@example.com', password })],
  ['a display name', JSON.stringify({ email: 'A <a@example.com>', password })],
  ['two addresses', JSON.stringify({ email: 'a@example.com,b@example.com', password })],
  ['no @', JSON.stringify({ email: 'nobody', password })],
  ['an address of 255 characters', JSON.stringify({ email: `${'a'.repeat(243)}@example.com`, password })],
  ['an address that is longer in lower case', JSON.stringify({ email: `${'İ'.repeat(240)}@a.de`, password })],
  ['65 levels', `{"email":${'['.repeat(65)}${']'.repeat(65)}}`],
  ['190,000 levels', '['.repeat(190_000)],
  [
    '10,001 members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, 1]))),
  ],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('latin1')],
])('%s is 400 and never a session', async (_name, payload) => {
  const response = await post(payload);
  expect(response.statusCode).toBe(400);
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(response.cookies).toEqual([]);
  expect(({} as { x?: number }).x).toBeUndefined();
});

test('every failing place is named, not only the first', async () => {
  const { errors } = (await post({ email: 'x', more: 1 })).json();
  const paths = new Set(errors.map(({ path }: { path: string }) => path));
  expect(paths).toEqual(new Set(['email', 'more', 'password']));
});

test.each([
  ['text/plain', 'UNSUPPORTED_CONTENT_TYPE'],
  ['application/x-www-form-urlencoded', 'UNSUPPORTED_CONTENT_TYPE'],
  ['application/vnd.api+json', 'UNSUPPORTED_CONTENT_TYPE'],
  ['application/json; garbage', null],
  ['nonsense', 'UNSUPPORTED_CONTENT_TYPE'],
  ['', 'UNSUPPORTED_CONTENT_TYPE'],
  ['multipart/form-data; boundary=x', 'UNSUPPORTED_CONTENT_TYPE'],
])('content type %j', async (type, code) => {
  const user = await createUser(api);
  const response = await post({ email: user.email, password: TEST_PASSWORD }, { 'content-type': type });
  expect(code === null ? [200, 400] : [400]).toContain(response.statusCode);
  if (code !== null) expect(response.json().code).toBe(code);
});

test('a new password is stored as argon2id with the OWASP minimum or more', async () => {
  await api.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { email: 'hashed@example.com', password: 'correct horse battery' },
  });
  const [row] = await api.services.orm.em
    .fork()
    .execute('select password_hash from user_account where email = ?', ['hashed@example.com']);
  const [, memory = 0, time = 0] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(row?.password_hash)?.map(Number) ?? [];
  expect(memory).toBeGreaterThanOrEqual(19_456);
  expect(time).toBeGreaterThanOrEqual(2);
});

test('a flood of log-ins is turned away instead of queued without end', async () => {
  const capacity = PASSWORD_QUEUE.concurrency + PASSWORD_QUEUE.maxQueuePerOwner;
  const attempts = Array.from({ length: 2 * capacity }, () => post({ email: 'flood@example.com', password }));
  const responses = await Promise.all(attempts);
  const statuses = responses.map(({ statusCode }) => statusCode);
  const busy = responses.find(({ statusCode }) => statusCode === 429);
  expect([busy?.json().code, busy?.headers['retry-after']]).toEqual(['BUSY', '1']);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  // More when some are done before the last come.
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(capacity);
});
