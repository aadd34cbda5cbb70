import { TOTP } from 'otpauth';
import { createSecretBox } from '../../src/infra/secret-box.ts';
import { createSecretKeys } from '../../src/infra/secret-keys.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { login, type SignedIn, signIn, TEST_PASSWORD } from '../support/login.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

/** One installation in three lives: under the old secret, under both, under the new one alone. */
const OLD = 'the old secret of at least thirty-two characters';
const NEW = 'the new secret of at least thirty-two characters';

const DATABASE_URL = await testDatabaseUrl('key-rotation');
const start = (env: Record<string, string>) =>
  startTestApp({ name: 'key-rotation', env: { DATABASE_URL, ...env } });
const before = await start({ JWT_SECRET: OLD });
const during = await start({ JWT_SECRET: NEW, JWT_PREVIOUS_SECRET: OLD });
const after = await start({ JWT_SECRET: NEW });
afterAll(() => Promise.all([before.close(), during.close(), after.close()]));

const me = async ({ app }: TestApp, { headers }: SignedIn) =>
  (await app.inject({ url: '/api/me', headers })).statusCode;
const statuses = (who: SignedIn) => Promise.all([before, during, after].map((life) => me(life, who)));

test('tokens of the previous secret count while it is given, new ones are signed with the new secret', async () => {
  const old = await signIn(before);
  expect(await statuses(old)).toEqual([200, 200, 401]);
  const fresh = await login(during, old.user);
  expect(await statuses(fresh)).toEqual([401, 200, 200]);
});

test('a token of the previous secret still expires', async () => {
  const issued = before.app.accessTokens.issue('usr_00000000000000000000000000');
  expect(during.app.accessTokens.parse(issued)).toBe('usr_00000000000000000000000000');
  const late = await startTestApp({
    name: 'key-rotation-late',
    clock: { now: () => new Date(Date.now() + 16 * 60_000) },
    env: { JWT_SECRET: NEW, JWT_PREVIOUS_SECRET: OLD },
  });
  try {
    expect(() => late.app.accessTokens.parse(issued)).toThrow(/expired/);
  } finally {
    await late.close();
  }
});

test('a session outlives the change: its refresh token is no key', async () => {
  const { user } = await signIn(before);
  const credentials = { email: user.email, password: TEST_PASSWORD };
  const { cookies } = await before.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: credentials,
  });
  const cookie = `refreshToken=${cookies[0]?.value}`;
  const refreshed = await after.app.inject({
    method: 'POST',
    url: '/api/auth/refresh-token',
    headers: { cookie },
  });
  expect(refreshed.statusCode).toBe(200);
});

describe('two-factor secrets', () => {
  const post = async ({ app }: TestApp, url: string, { payload = {}, headers = {} }) => {
    const response = await app.inject({ method: 'POST', url: `/api/${url}`, payload, headers });
    return { status: response.statusCode, body: response.json() };
  };
  const codeOf = (secret: string, step = 0) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });

  async function withTwoFactor(life: TestApp) {
    const who = await signIn(life);
    const { body } = await post(life, 'me/2fa/setup', who);
    const code = codeOf(body.secret, -1);
    const enabled = await post(life, 'me/2fa/enable', { payload: { code }, headers: who.headers });
    expect(enabled.status).toBe(200);
    return { ...who, secret: String(body.secret) };
  }

  async function logIn(
    life: TestApp,
    { user, secret }: { user: SignedIn['user']; secret: string },
    step: number,
  ) {
    const payload = { email: user.email, password: TEST_PASSWORD };
    const { challengeToken } = (await post(life, 'auth/login', { payload })).body;
    const code = codeOf(secret, step);
    return (await post(life, 'auth/verify-2fa', { payload: { challengeToken, code } })).status;
  }

  test('are decrypted with the previous secret, re-encrypted, and then no longer need it', async () => {
    const on = await withTwoFactor(before);
    const pending = await signIn(before);
    const set = await post(before, 'me/2fa/setup', pending);
    expect(await logIn(after, on, 0)).toBe(401);
    expect(await logIn(during, on, 0)).toBe(200);

    expect(await during.services.reEncryptSecrets()).toEqual({ reEncrypted: 2, unreadable: 0 });
    expect(await during.services.reEncryptSecrets()).toEqual({ reEncrypted: 0, unreadable: 0 });
    expect(await logIn(after, on, 1)).toBe(200);
    const again = await login(after, pending.user);
    const payload = { code: codeOf(set.body.secret) };
    expect((await post(after, 'me/2fa/enable', { payload, headers: again.headers })).status).toBe(200);
  });

  test('of more accounts than a batch are all re-encrypted; unreadable ones are counted and kept', async () => {
    const em = during.services.orm.em.fork();
    await em.execute(
      `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
       select 'usr_' || lpad(n::text, 26, '0'), 'many' || n || '@example.com', 'x', 'MEMBER', true, true
       from generate_series(1, 450) n`,
    );
    const ids = await em.execute<{ id: string }[]>(
      `select id from user_account where email like 'many%' order by id`,
    );
    const old = createSecretBox(createSecretKeys(OLD));
    const lost = createSecretBox(createSecretKeys('a secret that is stored nowhere at all'));
    for (const [i, { id }] of ids.entries()) {
      const sealed = (i % 9 === 0 ? lost : old).seal('GEZDGNBVGY3TQOJQ', `totp:${id}`);
      await em.execute('update user_account set totp_secret = ? where id = ?', [sealed, id]);
    }
    expect(await during.services.reEncryptSecrets()).toEqual({ reEncrypted: 400, unreadable: 50 });
    expect(await during.services.reEncryptSecrets()).toEqual({ reEncrypted: 0, unreadable: 50 });
  });
});
