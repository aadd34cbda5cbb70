import { startTestApp } from '../support/app.ts';
import { forgeToken } from '../support/tokens.ts';

const secret = 'a secret of at least thirty-two characters';

// No server listens on port 1: connections are refused at once.
const env = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/none', JWT_SECRET: secret };
const api = await startTestApp({ name: 'http-unavailable', env });

test('without a database every response is a 500 UNAVAILABLE, and none hangs', async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'stamping-service',
    aud: 'stamping-service-api',
    sub: 'usr_00000000000000000000000000',
  };
  const token = forgeToken({ secret, payload: { ...claims, jti: 'x', iat: now, exp: now + 60 } });
  const responses = await Promise.all([
    api.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } }),
    api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'a@example.com', password: 'whatever' },
    }),
  ]);
  for (const response of responses) {
    expect([response.statusCode, response.json().code]).toEqual([500, 'UNAVAILABLE']);
    expect(response.body).not.toMatch(/127\.0\.0\.1|ECONN|postgres/);
  }
});

test('an event that cannot be stored gets a 500, never a 202', async () => {
  const url = `/api/workflows/wrk_${'0'.repeat(26)}/webhook`;
  const response = await api.app.inject({ method: 'POST', url, payload: { a: 1 } });
  expect([response.statusCode, response.body]).toEqual([500, 'Internal Server Error']);
});

test('what needs no database works', async () => {
  expect((await api.app.inject({ url: '/livez' })).statusCode).toBe(200);
  expect((await api.app.inject({ url: '/api/me' })).statusCode).toBe(401);
});
