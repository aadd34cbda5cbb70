import { startTestApp, type TestApp } from '../support/app.ts';
import { forgeToken } from '../support/tokens.ts';

const secret = 'a secret of at least thirty-two characters';
let test_: TestApp;

beforeAll(async () => {
  // Port 1 is nobody's: connections are refused at once.
  const env = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/none', JWT_SECRET: secret };
  test_ = await startTestApp({ name: 'http-unavailable', env });
});
afterAll(() => test_.close());

test('without a database every answer is a 500 that says so, and none hangs', async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'stamping-service',
    aud: 'stamping-service-api',
    sub: 'usr_00000000000000000000000000',
  };
  const token = forgeToken({ secret, payload: { ...claims, jti: 'x', iat: now, exp: now + 60 } });
  const answers = await Promise.all([
    test_.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } }),
    test_.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'a@example.com', password: 'whatever' },
    }),
  ]);
  for (const answer of answers) {
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'UNAVAILABLE']);
    expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN|postgres/);
  }
});

test('an event that cannot be stored is answered with 500, never with 202', async () => {
  const url = `/api/workflows/wrk_${'0'.repeat(26)}/webhook`;
  const answer = await test_.app.inject({ method: 'POST', url, payload: { a: 1 } });
  expect([answer.statusCode, answer.body]).toEqual([500, 'Internal Server Error']);
});

test('what needs no database works', async () => {
  expect((await test_.app.inject({ url: '/livez' })).statusCode).toBe(200);
  expect((await test_.app.inject({ url: '/api/me' })).statusCode).toBe(401);
});
