import pg from 'pg';
import { runMain } from '../../support/program.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';

/** Two API processes that start at once on one empty database: what they must not do twice. */
const LIMIT = 30;

const DATABASE_URL = await emptyDatabaseUrl('two-apis');
const TEMPORAL_ADDRESS = await temporalAddress();
const TEMPORAL_TASK_QUEUE = testTaskQueue('two-apis');
const start = async () =>
  runMain({
    DATABASE_URL,
    TEMPORAL_ADDRESS,
    TEMPORAL_TASK_QUEUE,
    ROLE: 'api',
    DATA_DIR: await testFolder('two-apis'),
    JWT_SECRET: 'one secret for both of the processes',
    ADMIN_EMAIL: 'boss@example.com',
    ADMIN_PASSWORD: '',
    AUTH_RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_MINUTE: String(LIMIT),
  });
const apis = await Promise.all([start(), start()]);
const database = new pg.Client({ connectionString: DATABASE_URL });
await database.connect();
afterAll(async () => {
  for (const api of apis ?? []) api.kill('SIGTERM');
  await Promise.all([...(apis ?? []).map(({ ended }) => ended), database?.end()]);
});

/** The password that one of them has printed. */
const printed = () =>
  apis.flatMap(({ lines }) => lines.flatMap((line) => / shown only once: ([\w-]+)/.exec(line)?.[1] ?? []));
const password = () => printed()[0] ?? '';

interface Call {
  /** 0 or 1. */
  on: number;
  method?: string;
  url: string;
  token?: string;
  cookie?: string;
  body?: object;
}

async function call({ on, method = 'POST', url, token, cookie, body }: Call) {
  const response = await fetch(`${apis[on % 2]?.url}${url}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie: `refreshToken=${cookie}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const set = /refreshToken=([\w-]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, cookie: set };
}

async function logIn(on: number, email: string) {
  const { status, body, cookie } = await call({
    on,
    url: '/api/auth/login',
    body: { email, password: password() },
  });
  if (status !== 200) throw new Error(`log-in failed: ${JSON.stringify(body)}`);
  return { token: String(body.accessToken), publicId: String(body.publicId), cookie };
}

/** An account with the password of the first administrator. */
async function addAccount(email: string, role: string): Promise<void> {
  await database.query(
    `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
     select 'usr_' || lpad((select count(*) from user_account)::text, 26, '0'), $1, password_hash, $2, true, true
     from user_account where email = 'boss@example.com'`,
    [email, role],
  );
}

test('one of them creates the first administrator and prints the password; it is valid for both', async () => {
  expect(printed()).toHaveLength(1);
  const { rows } = await database.query('select email, application_role from user_account');
  expect(rows).toEqual([{ email: 'boss@example.com', application_role: 'SUPER_ADMIN' }]);
  for (const on of [0, 1]) await logIn(on, 'boss@example.com');
});

test('of 20 uses of one refresh token over both one wins; a replay after the grace ends the family for both', async () => {
  const { cookie } = await logIn(0, 'boss@example.com');
  const refresh = (on: number, token: string) => call({ on, url: '/api/auth/refresh-token', cookie: token });
  const uses = await Promise.all(Array.from({ length: 20 }, (_, on) => refresh(on, cookie)));
  expect(uses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)]);
  const second = uses.find(({ status }) => status === 200)?.cookie ?? '';
  const third = await refresh(1, second);
  expect(third.status).toBe(200);
  await database.query(`update refresh_token set rotated_at = rotated_at - interval '11 seconds'`);
  expect((await refresh(1, cookie)).status).toBe(401);
  expect((await refresh(0, third.cookie)).status).toBe(401);
});

test('two SUPER_ADMINs who demote or lock each other at once through both: one stays, each time', async () => {
  await database.query(`update user_account set application_role = 'GUEST'`);
  const left: number[] = [];
  for (let round = 0; round < 8; round++) {
    const emails = [0, 1].map((side) => `super${round}-${side}@example.com`);
    for (const email of emails) await addAccount(email, 'SUPER_ADMIN');
    const [a, b] = await Promise.all(emails.map((email, on) => logIn(on, email)));
    if (!a || !b) throw new Error('not logged in');
    const action = (on: number, by: string, target: string) =>
      round % 2 === 0
        ? call({ on, url: `/api/admin/users/${target}/lock`, token: by })
        : call({
            on,
            method: 'PATCH',
            url: `/api/admin/users/${target}/role`,
            token: by,
            body: { applicationRole: 'ADMIN' },
          });
    const responses = await Promise.all([action(0, a.token, b.publicId), action(1, b.token, a.publicId)]);
    // The one who was too late has lost the session or the role by then.
    const statuses = responses.map(({ status }) => status).toSorted();
    expect([
      [200, 401],
      [200, 403],
    ]).toContainEqual(statuses);
    const { rows } = await database.query(
      `with left_over as (select id from user_account where application_role = 'SUPER_ADMIN' and is_enabled)
       update user_account set application_role = 'GUEST' where id in (select id from left_over) returning id`,
    );
    left.push(rows.length);
  }
  expect(left).toEqual(Array(8).fill(1));
});

test('the limit of an account is one over both', async () => {
  await addAccount('busy@example.com', 'MEMBER');
  const { token } = await logIn(0, 'busy@example.com');
  const statuses: number[] = [];
  for (let on = 0; on < 2 * LIMIT; on++) {
    statuses.push((await call({ on, method: 'GET', url: '/api/me', token })).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
  expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
  for (const on of [0, 1])
    expect((await call({ on, method: 'GET', url: '/api/me', token })).status).toBe(429);
});
