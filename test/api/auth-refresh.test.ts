import { createOrm } from '../../src/database/orm.ts';
import { createRefreshTokens } from '../../src/modules/auth/refresh-tokens.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, TEST_PASSWORD } from '../support/login.ts';
import { until } from '../support/until.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const clock = createTestClock('2026-11-28T12:00:00Z');

const api = await startTestApp({ name: 'auth-refresh', clock });

type Headers = Record<string, string>;

/** Logs in a new account and returns its refresh token. */
async function begin(): Promise<{ token: string; userId: number }> {
  const user = await createUser(api);
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: user.email, password: TEST_PASSWORD },
  });
  return { token: tokenOf(response), userId: user.id };
}

const tokenOf = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.find(({ name }) => name === 'refreshToken')?.value ?? '';

const refresh = (token: string, headers: Headers = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/refresh-token',
    headers: { cookie: `refreshToken=${token}`, ...headers },
  });

test('a refresh returns a valid access token and replaces the cookie', async () => {
  const { token } = await begin();
  const response = await refresh(token);
  expect(response.statusCode).toBe(200);
  expect(Object.keys(response.json())).toEqual(['accessToken']);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(tokenOf(response)).toMatch(/^[\w-]{43}$/);
  expect(tokenOf(response)).not.toBe(token);
  const headers = { authorization: `Bearer ${response.json().accessToken}` };
  expect((await api.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
});

test('of 20 uses of one token at the same time one wins, and the session goes on', async () => {
  const { token } = await begin();
  const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
  const winners = responses.filter(({ statusCode }) => statusCode === 200);
  expect(winners).toHaveLength(1);
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]));
  const next = winners[0] && tokenOf(winners[0]);
  expect((await refresh(next ?? '')).statusCode).toBe(200);
});

test('a second use within ten seconds is rejected, keeps the cookie and revokes nothing', async () => {
  const { token } = await begin();
  const next = tokenOf(await refresh(token));
  clock.time += 9 * SECOND;
  const second = await refresh(token);
  expect([second.statusCode, second.cookies]).toEqual([401, []]);
  expect((await refresh(next)).statusCode).toBe(200);
});

test('a second use later revokes the whole family', async () => {
  const { token } = await begin();
  const second = tokenOf(await refresh(token));
  const third = tokenOf(await refresh(second));
  clock.time += 11 * SECOND;
  expect((await refresh(token)).statusCode).toBe(401);
  expect((await refresh(third)).statusCode).toBe(401);
});

test('another session of the same user survives that', async () => {
  const user = await createUser(api);
  const payload = { email: user.email, password: TEST_PASSWORD };
  const logIn = () => api.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const [one, other] = [tokenOf(await logIn()), tokenOf(await logIn())];
  await refresh(one);
  clock.time += 11 * SECOND;
  await refresh(one);
  expect((await refresh(other)).statusCode).toBe(200);
});

test('a token ends after 7 days without use, a session after 30 days whatever happens', async () => {
  const idle = await begin();
  clock.time += 7 * DAY;
  expect((await refresh(idle.token)).statusCode).toBe(401);

  let { token } = await begin();
  for (let day = 0; day < 30; day += 6) {
    if (day > 0) {
      const response = await refresh(token);
      expect(response.statusCode).toBe(200);
      token = tokenOf(response);
    }
    clock.time += 6 * DAY;
  }
  expect((await refresh(token)).statusCode).toBe(401);
});

test('a locked account cannot refresh, and unlocking does not bring the session back', async () => {
  const { token, userId } = await begin();
  const setEnabled = (enabled: boolean) =>
    api.services.orm.em
      .fork()
      .execute('update user_account set is_enabled = ? where id = ?', [enabled, userId]);
  await setEnabled(false);
  expect((await refresh(token)).statusCode).toBe(401);
  await setEnabled(true);
  expect((await refresh(token)).statusCode).toBe(401);
});

test('log-out ends the session and takes the cookie away', async () => {
  const { token } = await begin();
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { cookie: `refreshToken=${token}` },
  });
  expect(response.statusCode).toBe(200);
  expect(response.cookies).toMatchObject([{ name: 'refreshToken', value: '', maxAge: 0, path: '/api/auth' }]);
  expect((await refresh(token)).statusCode).toBe(401);
});

test('every session of a user can be ended at once', async () => {
  const { token, userId } = await begin();
  await api.services.refreshTokens.revokeAllOf(userId);
  expect((await refresh(token)).statusCode).toBe(401);
});

test('two processes on one database: of 20 uses one wins, a later replay ends the family for both', async () => {
  const { token } = await begin();
  const orm = await createOrm({ url: api.services.config.DATABASE_URL ?? '', poolMax: 5 });
  try {
    const processes = [api.services.refreshTokens, createRefreshTokens({ orm, clock })];
    const uses = Array.from({ length: 20 }, (_, i) => processes[i % 2]?.rotate(token));
    const won = (await Promise.allSettled(uses)).filter((use) => use.status === 'fulfilled');
    expect(won).toHaveLength(1);
    const next = tokenOf(await refresh(won[0]?.value?.token ?? ''));
    clock.time += 11 * SECOND;
    await expect(processes[1]?.rotate(token)).rejects.toMatchObject({ code: 'REFRESH_TOKEN_INVALID' });
    expect((await refresh(next)).statusCode).toBe(401);
  } finally {
    await orm.close();
  }
});

describe('a log-in that is under way while the account changes', () => {
  test.each([
    ['is locked', 'update user_account set is_enabled = false where id = ?'],
    ['gets another password', "update user_account set password_hash = 'other' where id = ?"],
  ])('begins no session once it %s', async (_name, change) => {
    const user = await createUser(api);
    const { orm, refreshTokens } = api.services;
    let issued: Promise<unknown> | undefined;
    await orm.em.fork().transactional(async (em) => {
      await em.execute(change, [user.id]);
      issued = refreshTokens.issue(user.id, user.passwordHash);
      // It waits for this transaction: it must see what the account will be.
      await until(async () => (await waiting()) > 0);
      await refreshTokens.revokeAllOf(user.id, em);
    });
    expect(await issued).toBeNull();
    const rows = await orm.em
      .fork()
      .execute('select 1 from refresh_token where user_id = ? and revoked_at is null', [user.id]);
    expect(rows).toEqual([]);
  });

  async function waiting(): Promise<number> {
    const rows = await api.services.orm.em
      .fork()
      .execute<object[]>(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
    return rows.length;
  }
});

const garbage = 'A'.repeat(43);
test.each<[string, Headers]>([
  ['no cookie', {}],
  ['an empty cookie', { cookie: 'refreshToken=' }],
  ['garbage', { cookie: `refreshToken=${garbage}` }],
  ['a cookie of another name', { cookie: `refresh=${garbage}` }],
  ['the cookie twice', { cookie: `refreshToken=${garbage}; refreshToken=${garbage}` }],
  ['a NUL', { cookie: 'refreshToken=%00' }],
  ['an access token', { cookie: 'refreshToken=eyJhbGciOiJIUzI1NiJ9.e30.x' }],
])('%s is 401 and the cookie is cleared', async (_name, headers) => {
  const response = await api.app.inject({ method: 'POST', url: '/api/auth/refresh-token', headers });
  expect([response.statusCode, response.json().code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
  expect(response.cookies).toMatchObject([{ name: 'refreshToken', value: '', maxAge: 0 }]);
});

test('twice the right cookie is 401 too', async () => {
  const { token } = await begin();
  expect((await refresh(token, { cookie: `refreshToken=${token}; refreshToken=${token}` })).statusCode).toBe(
    401,
  );
});

test.each<[string, Headers, number]>([
  ['no Origin (a program)', {}, 200],
  ['the own Origin', { origin: 'http://localhost:3000' }, 200],
  ['the address the request was sent to', { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }, 200],
  ['a foreign Origin', { origin: 'https://evil.example' }, 403],
  ['Origin null', { origin: 'null' }, 403],
  ['the own host on another port', { origin: 'http://localhost:3001' }, 403],
  ['a host that begins like ours', { origin: 'http://localhost:3000.evil.example' }, 403],
  ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }, 200],
])('%s', async (_name, headers, status) => {
  const { token } = await begin();
  const response = await refresh(token, headers);
  expect(response.statusCode).toBe(status);
  if (status === 403) {
    expect([response.json().code, response.cookies]).toEqual(['FOREIGN_ORIGIN', []]);
    expect((await refresh(token)).statusCode).toBe(200);
  }
});

test('refresh is no GET', async () => {
  const { token } = await begin();
  const response = await api.app.inject({
    url: '/api/auth/refresh-token',
    headers: { cookie: `refreshToken=${token}` },
  });
  expect(response.statusCode).toBe(404);
});

test('an empty body with a JSON content type is accepted', async () => {
  const { token } = await begin();
  expect((await refresh(token, { 'content-type': 'application/json' })).statusCode).toBe(200);
});

test('the database holds no token, only its hash', async () => {
  const { token } = await begin();
  const rows = await api.services.orm.em.fork().execute('select * from refresh_token');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});
