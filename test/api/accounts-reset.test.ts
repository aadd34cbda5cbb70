import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createOrm } from '../../src/database/orm.ts';
import { createAccountTokens } from '../../src/modules/auth/account-tokens.ts';
import { createAccountsService } from '../../src/modules/auth/accounts.service.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, TEST_PASSWORD } from '../support/login.ts';
import { startMailSink } from '../support/mails/mail-sink.ts';
import { deliverMail, deliverMails } from '../support/mails/mails.ts';
import { until } from '../support/until.ts';

const HOUR = 60 * 60 * 1000;
const clock = createTestClock('2026-11-28T12:00:00Z');

const api = await startTestApp({ name: 'accounts-reset', clock });

const post = (route: string, payload: unknown, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: `/api/auth/${route}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
const requestReset = (email: string) => post('request-reset', { email });
const reset = (token: string, newPassword = 'a newer password') =>
  post('reset-password', { token, newPassword });
const logIn = (email: string, password: string) => post('login', { email, password });

async function resetToken(state: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(api, state);
  await requestReset(user.email);
  return { user, token: (await deliverMail(api)).token };
}

test('ask, mail, choose: the new password works, the old one does not', async () => {
  const user = await createUser(api);
  const checks = await requestReset(user.email.toUpperCase());
  expect(checks.statusCode).toBe(200);
  const mail = await deliverMail(api);
  expect(mail).toMatchObject({ to: user.email, subject: 'Choose a new password' });
  expect(mail.link).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{32}$/);
  const reply = await reset(mail.token);
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Password changed' }]);
  expect((await logIn(user.email, 'a newer password')).statusCode).toBe(200);
  expect((await logIn(user.email, TEST_PASSWORD)).statusCode).toBe(401);
});

test('an unknown address gets the same response, headers included, and no e-mail', async () => {
  const user = await createUser(api);
  const known = await requestReset(user.email);
  const unknown = await requestReset('nobody@example.com');
  expect([unknown.statusCode, unknown.body]).toEqual([200, known.body]);
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
  expect((await deliverMails(api)).map(({ to }) => to)).toEqual([user.email]);
});

test('known and unknown addresses run the same statements', async () => {
  const user = await createUser(api);
  const statementsOf = async (email: string) => {
    const em = api.services.orm.em.fork();
    const before = await em.execute<{ id: string }[]>('select coalesce(max(id), 0) as id from outgoing_mail');
    await requestReset(email);
    return em.execute<Record<string, unknown>[]>(
      'select kind, params, attempts, last_error from outgoing_mail where id > ?',
      [before[0]?.id],
    );
  };
  const known = await statementsOf(user.email);
  expect(known).toHaveLength(1);
  expect(await statementsOf('nobody@example.com')).toEqual(known);
  await deliverMails(api);
});

test('it ends every session of the account', async () => {
  const { user, token } = await resetToken();
  const session = await logIn(user.email, TEST_PASSWORD);
  const cookie = `refreshToken=${session.cookies[0]?.value}`;
  await reset(token);
  expect((await post('refresh-token', undefined, { cookie })).statusCode).toBe(401);
});

test('the link works once, also 20 times at once, and voids the other links', async () => {
  const { user, token } = await resetToken();
  await requestReset(user.email);
  const other = (await deliverMail(api)).token;
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => reset(token, `a newer password ${i}`)),
  );
  const statuses = responses.map(({ statusCode }) => statusCode).toSorted();
  expect(statuses).toEqual([200, ...new Array<number>(19).fill(400)]);
  const winner = responses.findIndex(({ statusCode }) => statusCode === 200);
  expect((await logIn(user.email, `a newer password ${winner}`)).statusCode).toBe(200);
  expect((await reset(other)).json().code).toBe('LINK_INVALID');
});

test('it lives one hour', async () => {
  const inTime = await resetToken();
  clock.time += HOUR - 1000;
  expect((await reset(inTime.token)).statusCode).toBe(200);
  const late = await resetToken();
  clock.time += HOUR;
  const response = await reset(late.token);
  expect([response.statusCode, response.json().code]).toEqual([400, 'LINK_INVALID']);
  expect((await logIn(late.user.email, TEST_PASSWORD)).statusCode).toBe(200);
});

test('it is void once the account has another address', async () => {
  const { user, token } = await resetToken();
  await api.services.orm.em
    .fork()
    .execute('update user_account set email = ? where id = ?', ['moved@example.com', user.id]);
  expect((await reset(token)).statusCode).toBe(400);
  expect((await logIn('moved@example.com', TEST_PASSWORD)).statusCode).toBe(200);
});

test('who opened the link has the mailbox: the address is verified. A lock stays', async () => {
  const unverified = await resetToken({ isVerified: false });
  await reset(unverified.token);
  expect((await logIn(unverified.user.email, 'a newer password')).statusCode).toBe(200);
  const locked = await resetToken({ isEnabled: false });
  await reset(locked.token);
  expect((await logIn(locked.user.email, 'a newer password')).json().code).toBe('ACCOUNT_LOCKED');
});

test('a rejected reset does not use up the link', async () => {
  const { token } = await resetToken();
  const response = await reset(token, 'short');
  expect([response.statusCode, response.json().errors[0].path]).toEqual([400, 'newPassword']);
  expect((await reset(token)).statusCode).toBe(200);
});

test.each<[string, string, unknown, string[]]>([
  ['request-reset', 'nothing', {}, ['email']],
  ['request-reset', 'another member and no address', { email: 'x', token: 'y' }, ['email', 'token']],
  ['reset-password', 'nothing', {}, ['token', 'newPassword']],
  [
    'reset-password',
    'wrong types and another member',
    { token: 1, newPassword: {}, userId: 1 },
    ['token', 'newPassword', 'userId'],
  ],
  ['reset-password', '1 MB', { token: 'x', newPassword: 'x'.repeat(1_000_000) }, ['newPassword']],
])('%s with %s is 400 and names every place', async (route, _name, payload, paths) => {
  const response = await post(route, payload);
  expect(response.statusCode).toBe(400);
  const named = new Set(response.json().errors.map(({ path }: { path: string }) => path));
  expect(named).toEqual(new Set(paths));
});

test.each(['x', '\0', 'A'.repeat(32), "' or 1=1 --"])('the token %j is an invalid link', async (token) => {
  expect((await reset(token)).json().code).toBe('LINK_INVALID');
});

test('two processes on one database: one of them uses the link', async () => {
  const { user, token } = await resetToken();
  const { services } = api;
  const orm = await createOrm({ url: services.config.DATABASE_URL ?? '', poolMax: 2 });
  const other = createAccountsService({ ...services, orm, tokens: createAccountTokens({ orm, clock }) });
  const outcomes = await Promise.allSettled([
    services.accounts.resetPassword({ token, newPassword: 'set by the first' }, { owner: 'one' }),
    other.resetPassword({ token, newPassword: 'set by the other' }, { owner: 'other' }),
  ]);
  await orm.close();
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const winner = outcomes[0]?.status === 'fulfilled' ? 'set by the first' : 'set by the other';
  expect((await logIn(user.email, winner)).statusCode).toBe(200);
});

test('by a real mail server, started without waiting; nothing secret in the log, whatever its level', async () => {
  const sink = await startMailSink();
  let logged = '';
  const logger = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    }),
  );
  const own = await startTestApp({ name: 'accounts-smtp', env: { SMTP_URL: sink.url }, logger });
  try {
    own.services.mailSender.start();
    const send = (route: string, payload: object) =>
      own.app.inject({ method: 'POST', url: `/api/auth/${route}`, payload });
    const email = 'anna@example.com';
    await send('register', { email, password: 'the first password' });
    await until(() => sink.mails.length === 1);
    const tokenIn = (text = '') => /\?token=(\S+)/.exec(text)?.[1] ?? '';
    const verification = tokenIn(sink.mails[0]?.parsed.text);
    expect((await own.app.inject({ url: `/api/auth/verify?token=${verification}` })).statusCode).toBe(200);
    await send('request-reset', { email });
    await until(() => sink.mails.length === 2);
    const token = tokenIn(sink.mails[1]?.parsed.text);
    expect((await send('reset-password', { token, newPassword: 'the second password' })).statusCode).toBe(
      200,
    );
    const session = await send('login', { email, password: 'the second password' });
    expect(session.statusCode).toBe(200);
    expect(sink.mails.map(({ envelope }) => envelope.to)).toEqual([[email], [email]]);

    expect(logged).toContain('mail sent');
    const secrets = [verification, token, 'the first password', 'the second password', email];
    secrets.push(session.json().accessToken, session.cookies[0]?.value ?? 'no cookie');
    for (const secret of secrets) expect(logged).not.toContain(secret);
  } finally {
    await own.close();
    await sink.close();
  }
});

test('three mails of a kind an hour for one address, known or not; then 429 and when to come back', async () => {
  const own = await startTestApp({
    name: 'accounts-flood',
    clock,
    env: { AUTH_RATE_LIMIT_PER_MINUTE: '100' },
  });
  try {
    const user = await createUser(own);
    for (const email of [user.email, 'nobody@example.com']) {
      const ask = (route = 'request-reset', to = email) =>
        own.app.inject({
          method: 'POST',
          url: `/api/auth/${route}`,
          payload: { email: to, ...(route === 'register' && { password: 'a good password' }) },
        });
      for (let i = 0; i < 3; i++) expect((await ask()).statusCode).toBe(200);
      clock.time += 20 * 60 * 1000;
      const rejected = await ask();
      expect([rejected.statusCode, rejected.json().code]).toEqual([429, 'RATE_LIMITED']);
      expect(rejected.headers['retry-after']).toBe('2400');
      expect((await ask('register', `${clock.time}@example.com`)).statusCode).toBe(200);
      clock.time += 40 * 60 * 1000;
      expect((await ask()).statusCode).toBe(200);
    }
    const resets = (await deliverMails(own)).filter(({ subject }) => subject === 'Choose a new password');
    expect(resets.map(({ to }) => to)).toEqual(new Array(4).fill(user.email));
  } finally {
    await own.close();
  }
});

test.each(['register', 'request-reset', 'reset-password', 'verify'])(
  '%s counts requests per client address',
  async (route) => {
    const own = await startTestApp({
      name: 'accounts-rate',
      clock,
      env: { AUTH_RATE_LIMIT_PER_MINUTE: '2' },
    });
    try {
      const ask = () =>
        own.app.inject({
          method: route === 'verify' ? 'GET' : 'POST',
          url: `/api/auth/${route}${route === 'verify' ? '?token=x' : ''}`,
          ...(route !== 'verify' && { payload: {} }),
        });
      const statuses = [await ask(), await ask(), await ask()].map(({ statusCode }) => statusCode);
      expect(statuses).toEqual([400, 400, 429]);
    } finally {
      await own.close();
    }
  },
);
