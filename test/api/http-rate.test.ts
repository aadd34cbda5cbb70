import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, login, TEST_PASSWORD } from '../support/login.ts';

const SECOND = 1000;
const clock = createTestClock('2026-11-28T12:00:59Z');

const api = await startTestApp({
  name: 'http-rate',
  clock,
  env: { RATE_LIMIT_PER_MINUTE: '5', AUTH_RATE_LIMIT_PER_MINUTE: '3' },
});
beforeEach(() => {
  clock.time += 120 * SECOND;
});

const me = (headers: Record<string, string>) => api.app.inject({ url: '/api/me', headers });
const attempt = (email: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers,
    payload: { email, password: 'not the password' },
  });

test('an account gets its limit a minute, counted over all its tokens', async () => {
  const user = await createUser(api);
  const [one, two] = [await login(api, user), await login(api, user)];
  const remaining = [];
  for (const { headers } of [one, two, one, two, one]) {
    const response = await me(headers);
    expect([response.statusCode, response.headers['ratelimit-limit']]).toEqual([200, '5']);
    remaining.push(Number(response.headers['ratelimit-remaining']));
  }
  expect(remaining).toEqual([4, 3, 2, 1, 0]);
  clock.time += 20 * SECOND;
  const rejected = await me(two.headers);
  expect([rejected.statusCode, rejected.json().code, rejected.json().title]).toEqual([
    429,
    'RATE_LIMITED',
    'Too Many Requests',
  ]);
  expect(rejected.headers).toMatchObject({
    'retry-after': '40',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '40',
  });
  clock.time += 39 * SECOND;
  expect((await me(one.headers)).statusCode).toBe(429);
  clock.time += 1 * SECOND;
  expect((await me(one.headers)).statusCode).toBe(200);
});

test('one account at its limit does not hinder another', async () => {
  const [one, two] = [await login(api, await createUser(api)), await login(api, await createUser(api))];
  for (let i = 0; i < 6; i++) await me(one.headers);
  expect((await me(one.headers)).statusCode).toBe(429);
  expect((await me(two.headers)).statusCode).toBe(200);
});

test('log-ins are counted by address, whatever the e-mail', async () => {
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await attempt(`a${i}@example.com`, '198.51.100.7')).statusCode);
  expect(statuses).toEqual([401, 401, 401, 429]);
  expect((await attempt('a9@example.com', '198.51.100.8')).statusCode).toBe(401);
});

test('log-ins are counted by e-mail, whatever the address and however it is written', async () => {
  const statuses = [];
  for (const [i, email] of ['b@example.com', 'B@example.com', 'b@EXAMPLE.com', 'b@example.com'].entries()) {
    statuses.push((await attempt(email, `198.51.100.${20 + i}`)).statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
  const user = await createUser(api);
  const right = await api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '198.51.100.30',
    payload: { email: user.email, password: TEST_PASSWORD },
  });
  expect(right.statusCode).toBe(200);
});

test('an IPv6 subscriber is one address, and X-Forwarded-For of a stranger is not believed', async () => {
  const statuses = [];
  for (let i = 0; i < 4; i++)
    statuses.push((await attempt(`c${i}@example.com`, `2001:db8:0:1::${i}`)).statusCode);
  expect(statuses).toEqual([401, 401, 401, 429]);
  const spoofed = { 'x-forwarded-for': '203.0.113.9' };
  expect((await attempt('c9@example.com', '2001:db8:0:1::ffff', spoofed)).statusCode).toBe(429);
  expect((await attempt('c9@example.com', '2001:db8:0:2::1')).statusCode).toBe(401);
});

test('a rejected request has Retry-After and is not counted', async () => {
  for (let i = 0; i < 10; i++) await attempt(`d${i}@example.com`, '198.51.100.40');
  const rejected = await attempt('d@example.com', '198.51.100.40');
  expect(rejected.headers['retry-after']).toBe('60');
  clock.time += 60 * SECOND;
  expect((await attempt('d@example.com', '198.51.100.40')).statusCode).toBe(401);
});
