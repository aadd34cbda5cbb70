import { generateHOTP } from '@oslojs/otp';
import { Secret } from 'otpauth';
import { createOrm } from '../../src/database/orm.ts';
import { createSecretBox } from '../../src/infra/secret-box.ts';
import { createSecretKeys } from '../../src/infra/secret-keys.ts';
import { createTwoFactorService } from '../../src/modules/auth/two-factor/two-factor.service.ts';
import type { User } from '../../src/modules/users/user.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, login, type SignedIn, TEST_PASSWORD } from '../support/login.ts';

const MINUTE = 60_000;
const clock = createTestClock('2026-11-28T12:00:00Z');
const jwtSecret = 'a secret of at least thirty-two characters';

const api = await startTestApp({ name: 'two-factor', clock, env: { JWT_SECRET: jwtSecret } });
beforeEach(() => {
  clock.time += 60 * MINUTE;
});

const post = (url: string, payload?: unknown, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });

/** The code of another implementation than the service uses, `offset` steps from now. */
const codeOf = (secret: string, offset = 0) =>
  generateHOTP(Secret.fromBase32(secret).bytes, BigInt(Math.floor(clock.time / 30_000) + offset), 6);
/** A code of six digits that is not valid in any step near now. */
const wrongCode = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((offset) => codeOf(secret, offset));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
};

interface Protected extends SignedIn {
  secret: string;
  backupCodes: string[];
}

/** An account with two-factor on. Its last code is that of the step before now. */
async function withTwoFactor(): Promise<Protected> {
  const signedIn = await login(api, await createUser(api));
  const { secret } = (await post('me/2fa/setup', undefined, signedIn.headers)).json();
  const { backupCodes } = (await post('me/2fa/enable', { code: codeOf(secret) }, signedIn.headers)).json();
  clock.time += 30_000;
  return { ...signedIn, secret, backupCodes };
}

const logIn = (user: User) => post('auth/login', { email: user.email, password: TEST_PASSWORD });
const challengeOf = async (user: User): Promise<string> => (await logIn(user)).json().challengeToken;
const verify = (challengeToken: string, code: string) => post('auth/verify-2fa', { challengeToken, code });
const rejection = async (response: ReturnType<typeof verify>) => {
  const { statusCode, ...reply } = await response;
  return [statusCode, reply.json().code];
};

test('set up, enable, log in with a code: verify returns the response of a log-in', async () => {
  const { user, headers } = await login(api, await createUser(api));
  const me = async () => (await api.app.inject({ url: '/api/me', headers })).json().twoFactor;
  expect(await me()).toEqual({ enabled: false, method: null });
  const setup = (await post('me/2fa/setup', undefined, headers)).json();
  expect(setup).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    otpauthUri: expect.stringContaining(`secret=${setup.secret}`),
  });
  expect(await me()).toEqual({ enabled: false, method: null });
  expect((await logIn(user)).json()).toHaveProperty('accessToken');

  const enabled = await post('me/2fa/enable', { code: codeOf(setup.secret) }, headers);
  expect(enabled.statusCode).toBe(200);
  const { backupCodes } = enabled.json();
  expect(new Set(backupCodes).size).toBe(10);
  for (const code of backupCodes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  expect(await me()).toEqual({ enabled: true, method: 'TOTP' });

  clock.time += 30_000;
  const first = await logIn(user);
  expect([first.statusCode, first.cookies]).toEqual([200, []]);
  expect(first.json()).toEqual({
    requires2FA: true,
    challengeToken: expect.stringMatching(/^chg_[0-9a-z]{26}$/),
    method: 'TOTP',
  });
  const second = await verify(first.json().challengeToken, codeOf(setup.secret));
  expect(second.json()).toEqual({
    accessToken: expect.any(String),
    publicId: user.publicId,
    email: user.email,
    applicationRole: 'MEMBER',
    organizations: [],
  });
  expect(second.cookies).toMatchObject([{ name: 'refreshToken', httpOnly: true, sameSite: 'Strict' }]);
  const bearer = { authorization: `Bearer ${second.json().accessToken}` };
  expect((await api.app.inject({ url: '/api/me', headers: bearer })).statusCode).toBe(200);
});

test('a wrong password learns nothing of two-factor', async () => {
  const { user } = await withTwoFactor();
  expect(await rejection(post('auth/login', { email: user.email, password: 'not the password' }))).toEqual([
    401,
    'INVALID_CREDENTIALS',
  ]);
});

test('a challenge is no access token and no refresh token', async () => {
  const { user } = await withTwoFactor();
  const challenge = await challengeOf(user);
  const headers = { authorization: `Bearer ${challenge}` };
  expect((await api.app.inject({ url: '/api/me', headers })).statusCode).toBe(401);
  expect(
    (await post('auth/refresh-token', undefined, { cookie: `refreshToken=${challenge}` })).statusCode,
  ).toBe(401);
});

test.each([
  [-2, 401],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 401],
])('a code of the step %i from now is %i', async (offset, status) => {
  const { user, secret } = await withTwoFactor();
  clock.time += 5 * MINUTE;
  expect((await verify(await challengeOf(user), codeOf(secret, offset))).statusCode).toBe(status);
});

test('a code works once: neither the next log-in nor the code that switched it on repeats it', async () => {
  const { user, secret } = await withTwoFactor();
  expect(await rejection(verify(await challengeOf(user), codeOf(secret, -1)))).toEqual([401, 'CODE_INVALID']);
  const code = codeOf(secret);
  expect((await verify(await challengeOf(user), code)).statusCode).toBe(200);
  expect(await rejection(verify(await challengeOf(user), code))).toEqual([401, 'CODE_INVALID']);
  // Nor does a code from before the last one.
  clock.time += 60_000;
  expect((await verify(await challengeOf(user), codeOf(secret, 1))).statusCode).toBe(200);
  expect((await verify(await challengeOf(user), codeOf(secret))).statusCode).toBe(401);
});

test('of four log-ins with one code at the same time one wins', async () => {
  const { user, secret } = await withTwoFactor();
  const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf(user)));
  const responses = await Promise.all(challenges.map((challenge) => verify(challenge, codeOf(secret))));
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401, 401]);
});

test('a challenge works once and lives five minutes', async () => {
  const { user, secret, backupCodes } = await withTwoFactor();
  const used = await challengeOf(user);
  const late = await challengeOf(user);
  expect((await verify(used, codeOf(secret))).statusCode).toBe(200);
  expect(await rejection(verify(used, backupCodes[0] ?? ''))).toEqual([401, 'CHALLENGE_INVALID']);
  clock.time += 5 * MINUTE;
  expect(await rejection(verify(late, codeOf(secret)))).toEqual([401, 'CHALLENGE_INVALID']);
});

test('a backup code works once, however it is typed; the others still do', async () => {
  const { user, backupCodes } = await withTwoFactor();
  const [one = '', two = ''] = backupCodes;
  const typed = ` ${one.toUpperCase().replaceAll('-', ' ')} `;
  expect((await verify(await challengeOf(user), typed)).statusCode).toBe(200);
  expect(await rejection(verify(await challengeOf(user), one))).toEqual([401, 'CODE_INVALID']);
  expect((await verify(await challengeOf(user), two)).statusCode).toBe(200);
});

test('a backup code of another account is a wrong code', async () => {
  const [mine, theirs] = [await withTwoFactor(), await withTwoFactor()];
  expect(await rejection(verify(await challengeOf(mine.user), theirs.backupCodes[0] ?? ''))).toEqual([
    401,
    'CODE_INVALID',
  ]);
});

test('five wrong codes lock it for 15 minutes, over all log-ins; right and backup codes wait too', async () => {
  const { user, secret, backupCodes } = await withTwoFactor();
  for (let i = 0; i < 5; i++) {
    expect(await rejection(verify(await challengeOf(user), wrongCode(secret)))).toEqual([
      401,
      'CODE_INVALID',
    ]);
  }
  const locked = await verify(await challengeOf(user), codeOf(secret));
  expect([locked.statusCode, locked.json().code]).toEqual([429, 'TWO_FACTOR_LOCKED']);
  expect([locked.headers['retry-after'], locked.cookies]).toEqual(['900', []]);
  clock.time += 15 * MINUTE - 1000;
  expect((await verify(await challengeOf(user), backupCodes[0] ?? '')).headers['retry-after']).toBe('1');
  clock.time += 1000;
  expect((await verify(await challengeOf(user), codeOf(secret))).statusCode).toBe(200);
});

test('a valid code resets the count of wrong codes, a new log-in does not', async () => {
  const { user, secret } = await withTwoFactor();
  const wrong = async (times: number) => {
    for (let i = 0; i < times; i++) await verify(await challengeOf(user), wrongCode(secret));
  };
  await wrong(4);
  expect((await verify(await challengeOf(user), codeOf(secret))).statusCode).toBe(200);
  await wrong(4);
  clock.time += 30_000;
  expect((await verify(await challengeOf(user), codeOf(secret))).statusCode).toBe(200);
});

test('of 100 guesses at the same time five are looked at', async () => {
  const { user, secret } = await withTwoFactor();
  const challenge = await challengeOf(user);
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => verify(challenge, wrongCode(secret))),
  );
  const looked = responses.filter(({ statusCode }) => statusCode === 401);
  expect([looked.length, responses.length - looked.length]).toEqual([5, 95]);
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]));
});

test('an account locked between the steps gets no session', async () => {
  const { user, secret } = await withTwoFactor();
  const challenge = await challengeOf(user);
  await api.services.orm.em
    .fork()
    .execute('update user_account set is_enabled = false where id = ?', [user.id]);
  expect(await rejection(verify(challenge, codeOf(secret)))).toEqual([403, 'ACCOUNT_LOCKED']);
});

test('a new password ends the log-ins that wait for their code', async () => {
  const { user, secret } = await withTwoFactor();
  const challenge = await challengeOf(user);
  const { orm, refreshTokens } = api.services;
  await orm.em.fork().transactional((em) => refreshTokens.revokeAllOf(user.id, em));
  expect(await rejection(verify(challenge, codeOf(secret)))).toEqual([401, 'CHALLENGE_INVALID']);
});

test('a wrong code does not enable it; once it is on it cannot be set up again', async () => {
  const { headers } = await login(api, await createUser(api));
  const early = await post('me/2fa/enable', { code: '123456' }, headers);
  expect([early.statusCode, early.json().errors]).toEqual([
    400,
    [{ path: 'code', message: 'cannot be checked; set up two-factor authentication first' }],
  ]);
  const replaced = (await post('me/2fa/setup', undefined, headers)).json().secret;
  const { secret } = (await post('me/2fa/setup', undefined, headers)).json();
  for (const code of [wrongCode(secret), codeOf(replaced), 'abcdef', '１２３４５６']) {
    const wrong = await post('me/2fa/enable', { code }, headers);
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([400, 'code']);
  }
  const spaced = codeOf(secret).replace(/^(...)/, '$1 ');
  const responses = await Promise.all([
    post('me/2fa/enable', { code: spaced }, headers),
    post('me/2fa/enable', { code: spaced }, headers),
  ]);
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  for (const route of ['setup', 'enable']) {
    const payload = route === 'enable' ? { code: codeOf(secret) } : undefined;
    expect(await rejection(post(`me/2fa/${route}`, payload, headers))).toEqual([400, 'TWO_FACTOR_ON']);
  }
});

test('a reset switches it off, ends pending log-ins and allows a new set-up', async () => {
  const { user, headers, secret, backupCodes } = await withTwoFactor();
  const challenge = await challengeOf(user);
  const { orm, twoFactor } = api.services;
  await orm.em.fork().transactional((em) => twoFactor.reset(em, user.id));
  for (const code of [codeOf(secret), backupCodes[0] ?? '']) {
    expect(await rejection(verify(challenge, code))).toEqual([401, 'CHALLENGE_INVALID']);
  }
  expect((await logIn(user)).json()).toHaveProperty('accessToken');
  const next = (await post('me/2fa/setup', undefined, headers)).json().secret;
  expect((await post('me/2fa/enable', { code: codeOf(next) }, headers)).statusCode).toBe(200);
  clock.time += 30_000;
  expect((await verify(await challengeOf(user), backupCodes[1] ?? '')).statusCode).toBe(401);
});

test('two processes on one database: one takes the code, and both count the wrong ones', async () => {
  const { user, secret } = await withTwoFactor();
  const { services } = api;
  const orm = await createOrm({ url: services.config.DATABASE_URL ?? '', poolMax: 3 });
  const other = createTwoFactorService({
    ...services,
    orm,
    secretBox: createSecretBox(createSecretKeys(jwtSecret)),
  });
  const both = [services.twoFactor, other];
  const taken = await Promise.allSettled(
    both.map(async (each) =>
      each.verify({ challengeToken: (await each.challenge(user)) ?? '', code: codeOf(secret) }),
    ),
  );
  expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const challengeToken = await challengeOf(user);
  const guesses = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => both[i % 2]?.verify({ challengeToken, code: wrongCode(secret) })),
  );
  await orm.close();
  // The one that lost above may have been counted before or after the right one.
  const errors = guesses.flatMap((guess) => (guess.status === 'rejected' ? [guess.reason.code] : []));
  expect(errors).toHaveLength(20);
  const counted = errors.filter((code) => code === 'CODE_INVALID').length;
  expect([4, 5]).toContain(counted);
  expect(errors.filter((code) => code === 'TWO_FACTOR_LOCKED')).toHaveLength(20 - counted);
});

test('with a secret that cannot be decrypted (another JWT_SECRET) codes are rejected, and backup codes still work', async () => {
  const { user, secret, backupCodes } = await withTwoFactor();
  const sealed = createSecretBox(createSecretKeys('another secret of thirty-two characters')).seal(
    secret,
    `totp:${user.id}`,
  );
  await api.services.orm.em
    .fork()
    .execute('update user_account set totp_secret = ? where id = ?', [sealed, user.id]);
  expect(await rejection(verify(await challengeOf(user), codeOf(secret)))).toEqual([401, 'CODE_INVALID']);
  expect((await verify(await challengeOf(user), backupCodes[0] ?? '')).statusCode).toBe(200);
});

test('neither secret nor codes nor challenges are in the database or in the profile in plain text', async () => {
  const { user, headers, secret, backupCodes } = await withTwoFactor();
  const challenge = await challengeOf(user);
  const em = api.services.orm.em.fork();
  const tables = ['user_account', 'two_factor', 'backup_code', 'login_challenge'];
  const rows = await Promise.all(tables.map((table) => em.execute(`select * from ${table}`)));
  expect(rows.every((found) => found.length > 0)).toBe(true);
  const profile = (await api.app.inject({ url: '/api/me', headers })).body;
  const text = JSON.stringify(rows) + profile;
  for (const value of [secret, challenge, ...backupCodes]) expect(text).not.toContain(value);
});

test.each<[string, string, unknown, string[]]>([
  ['auth/verify-2fa', 'nothing', {}, ['challengeToken', 'code']],
  [
    'auth/verify-2fa',
    'wrong types and another member',
    { challengeToken: 1, code: 123456, userId: 'x' },
    ['challengeToken', 'code', 'userId'],
  ],
  [
    'auth/verify-2fa',
    'a short and a long text',
    { challengeToken: 'x'.repeat(101), code: '1' },
    ['challengeToken', 'code'],
  ],
  ['me/2fa/enable', 'nothing', {}, ['code']],
  ['me/2fa/enable', 'a secret of its own', { code: '123456', secret: 'GEZDGNBV' }, ['secret']],
])('%s with %s is 400 and names every place', async (url, _name, payload, paths) => {
  const { headers } = await login(api, await createUser(api));
  const response = await post(url, payload, headers);
  expect(response.statusCode).toBe(400);
  const named = new Set(response.json().errors.map(({ path }: { path: string }) => path));
  expect(named).toEqual(new Set(paths));
});

test.each(['x', 'chg_00000000000000000000000000', "' or 1=1 --", '\0'])(
  'the challenge %j is unknown',
  async (challenge) => {
    expect(await rejection(verify(challenge, '123456'))).toEqual([401, 'CHALLENGE_INVALID']);
  },
);

test.each(['setup', 'enable'])('%s needs a token', async (route) => {
  expect((await post(`me/2fa/${route}`, { code: '123456' })).statusCode).toBe(401);
});
