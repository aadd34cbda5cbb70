import { randomUUID } from 'node:crypto';
import { User } from '../../src/modules/users/user.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, TEST_PASSWORD } from '../support/login.ts';
import { deliverMail, deliverMails } from '../support/mails/mails.ts';

const HOUR = 60 * 60 * 1000;
const clock = createTestClock('2026-11-28T12:00:00Z');

const api = await startTestApp({
  name: 'accounts-register',
  clock,
  env: { BASE_URL: 'https://forms.example' },
});

const newEmail = () => `${randomUUID()}@example.com`;
const post = (route: string, payload: unknown) =>
  api.app.inject({
    method: 'POST',
    url: `/api/auth/${route}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
const register = (email: string, password = 'a good password') => post('register', { email, password });
const logIn = async (email: string, password = 'a good password') => {
  const response = await post('login', { email, password });
  return [response.statusCode, response.json().code];
};
const verify = (token: string) =>
  api.app.inject({ url: `/api/auth/verify?token=${encodeURIComponent(token)}` });

test('register, mail, verify, log in: the account is a MEMBER', async () => {
  const email = newEmail();
  const response = await register(email.toUpperCase());
  expect([response.statusCode, response.json()]).toEqual([200, { message: 'Verification email sent' }]);
  expect(await logIn(email)).toEqual([403, 'ACCOUNT_UNVERIFIED']);
  expect(await logIn(email, 'not the password')).toEqual([401, 'INVALID_CREDENTIALS']);

  const mail = await deliverMail(api);
  expect(mail).toMatchObject({ to: email, subject: 'Verify your e-mail address' });
  expect(mail.link).toMatch(/^https:\/\/forms\.example\/api\/auth\/verify\?token=[\w-]{32}$/);
  expect(mail.html).toContain(`href="${mail.link}"`);

  const verified = await verify(mail.token);
  expect([verified.statusCode, verified.json()]).toEqual([200, { message: 'Email verified' }]);
  expect(verified.headers['cache-control']).toBe('no-store');
  const session = await post('login', { email, password: 'a good password' });
  expect(session.json()).toMatchObject({ email, applicationRole: 'MEMBER', organizations: [] });
});

test('a link works once, also when it is opened 20 times at once', async () => {
  await register(newEmail());
  const { token } = await deliverMail(api);
  const responses = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
  const statuses = responses.map(({ statusCode }) => statusCode).toSorted();
  expect(statuses).toEqual([200, ...new Array<number>(19).fill(400)]);
  expect((await verify(token)).json().code).toBe('LINK_INVALID');
});

test('a link lives 24 hours', async () => {
  const [inTime, late] = [newEmail(), newEmail()];
  await register(inTime);
  const first = await deliverMail(api);
  clock.time += 24 * HOUR - 1000;
  expect((await verify(first.token)).statusCode).toBe(200);
  await register(late);
  const second = await deliverMail(api);
  clock.time += 24 * HOUR;
  const response = await verify(second.token);
  expect([response.statusCode, response.json().code]).toEqual([400, 'LINK_INVALID']);
  expect(await logIn(late)).toEqual([403, 'ACCOUNT_UNVERIFIED']);
});

test('registering again sends another link; the first stays good until one is used', async () => {
  const email = newEmail();
  await register(email);
  const first = await deliverMail(api);
  await register(email);
  const second = await deliverMail(api);
  expect(second.token).not.toBe(first.token);
  expect((await verify(first.token)).statusCode).toBe(200);
  expect((await verify(second.token)).statusCode).toBe(400);
});

test('of two who register one address, the password of the one whose link is opened counts', async () => {
  const email = newEmail();
  await register(email, 'password of the owner');
  const owner = await deliverMail(api);
  await register(email, 'password of a stranger');
  await deliverMail(api);
  await verify(owner.token);
  expect((await logIn(email, 'password of the owner'))[0]).toBe(200);
  expect(await logIn(email, 'password of a stranger')).toEqual([401, 'INVALID_CREDENTIALS']);
});

test.each([
  ['verified', { isVerified: true }, 'You already have an account', 200],
  ['given a new address by an administrator', { isVerified: false }, 'Verify your e-mail address', 403],
  ['locked', { isEnabled: false }, 'You already have an account', 403],
])(
  'the address of an account in use (%s): same response, another e-mail, same password as before',
  async (_name, state, subject, status) => {
    const user = await createUser(api, { ...state, email: newEmail() });
    const unknown = await register(newEmail());
    await deliverMails(api);
    const response = await register(user.email, 'password of a stranger');
    expect([response.statusCode, response.body]).toEqual([200, unknown.body]);
    const mail = await deliverMail(api);
    expect(mail).toMatchObject({ to: user.email, subject });
    expect((await logIn(user.email, TEST_PASSWORD))[0]).toBe(status);
    if (mail.token !== '') await verify(mail.token);
    expect(await logIn(user.email, 'password of a stranger')).toEqual([401, 'INVALID_CREDENTIALS']);
    const { applicationRole, isEnabled } = await api.services.orm.em.fork().findOneOrFail(User, user.id);
    expect([applicationRole, isEnabled]).toEqual(['MEMBER', !('isEnabled' in state)]);
  },
);

test('a link is void once the account has another address', async () => {
  const email = newEmail();
  await register(email);
  const { token } = await deliverMail(api);
  await api.services.orm.em
    .fork()
    .execute('update user_account set email = ? where email = ?', [newEmail(), email]);
  expect((await verify(token)).statusCode).toBe(400);
});

test('looking at a link by HEAD does not use it up', async () => {
  await register(newEmail());
  const { token } = await deliverMail(api);
  await api.app.inject({ method: 'HEAD', url: `/api/auth/verify?token=${token}` });
  expect((await verify(token)).statusCode).toBe(200);
});

test('a token for another purpose is no verification link', async () => {
  const user = await createUser(api, { isVerified: false, email: newEmail() });
  await post('request-reset', { email: user.email });
  const { token } = await deliverMail(api);
  expect((await verify(token)).json().code).toBe('LINK_INVALID');
});

test.each<[string, string, string[]]>([
  ['no token', '', ['token']],
  ['an empty token', '?token=', ['token']],
  ['two tokens', '?token=a&token=b', ['token']],
  ['a token of 300 characters', `?token=${'x'.repeat(300)}`, ['token']],
  ['another member too', '?token=a&next=/', ['next']],
  ['__proto__', '?token=a&__proto__=b', ['__proto__']],
  ['garbage', '?token=%00%ff', []],
  ['SQL', "?token=' or 1=1 --", []],
])('verify with %s is 400', async (_name, query, paths) => {
  const response = await api.app.inject({ url: `/api/auth/verify${query}` });
  expect(response.statusCode).toBe(400);
  const named = (response.json().errors ?? []).map(({ path }: { path: string }) => path);
  expect(named).toEqual(paths);
});

const password = 'a good password';
test.each<[string, unknown, string[]]>([
  ['nothing', {}, ['email', 'password']],
  ['a short password', { email: 'a@example.com', password: '1234567' }, ['password']],
  ['a password of 257', { email: 'a@example.com', password: 'x'.repeat(257) }, ['password']],
  ['a role', { email: 'a@example.com', password, applicationRole: 'ADMIN' }, ['applicationRole']],
  [
    'all columns and a bad address',
    { email: 'x', password, isVerified: true, registrationPending: false },
    ['email', 'isVerified', 'registrationPending'],
  ],
  ['CR LF in the address', { email: 'a@b.c\r\nBcc: x@y.z', password }, ['email']],
  [
    'an address that is too long in lower case',
    { email: `${'İ'.repeat(200)}@example.com`, password },
    ['email'],
  ],
  ['an array', [], ['body']],
])('register with %s is 400, names every place and mails nothing', async (_name, payload, paths) => {
  const response = await post('register', payload);
  expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  const named = new Set(response.json().errors.map(({ path }: { path: string }) => path));
  expect(named).toEqual(new Set(paths));
  expect(await deliverMails(api)).toEqual([]);
});

test('8 and 256 characters of any kind are a password, taken exactly as sent', async () => {
  for (const exact of ['  12345 ', `${'𝔘'.repeat(255)}é`, 'nul\0 inside']) {
    const email = newEmail();
    expect((await register(email, exact)).statusCode).toBe(200);
    await verify((await deliverMail(api)).token);
    expect((await logIn(email, exact))[0]).toBe(200);
    expect((await logIn(email, exact.normalize('NFD').trim().slice(2)))[0]).toBe(401);
  }
});

test('half a surrogate pair is no password: another half would be the same', async () => {
  const email = newEmail();
  for (const half of ['\ud800', '\udc00']) {
    const rejected = await register(email, `a good ${half} password`);
    expect([rejected.statusCode, rejected.json().errors[0].path]).toEqual([400, 'password']);
    expect((await logIn(email, `a good ${half} password`))[0]).toBe(400);
  }
});

test('the database stores no token: neither in the link table nor in the mail queue', async () => {
  await register(newEmail());
  const mail = await deliverMail(api);
  await register(newEmail());
  const em = api.services.orm.em.fork();
  const links = await em.execute('select * from account_token');
  const queued = await em.execute('select * from outgoing_mail');
  expect([links.length > 0, queued.length]).toEqual([true, 1]);
  expect(JSON.stringify([links, queued])).not.toContain(mail.token);
  expect(JSON.stringify(queued)).not.toContain('a good password');
  await deliverMails(api);
});
