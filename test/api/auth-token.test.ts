import fc from 'fast-check';
import { startTestApp } from '../support/app.ts';
import { createUser, login } from '../support/login.ts';
import { forgeToken, tokenHeader } from '../support/tokens.ts';

const secret = 'a secret of at least thirty-two characters';

const api = await startTestApp({ name: 'auth-token', env: { JWT_SECRET: secret } });
const user = await createUser(api);
const userId = user.publicId;
const token = (await login(api, user)).headers.authorization.slice('Bearer '.length);

const me = (headers: Record<string, string>) => api.app.inject({ url: '/api/me', headers });
const now = () => Math.floor(Date.now() / 1000);
const claims = (change: object = {}) => ({
  iss: 'stamping-service',
  aud: 'stamping-service-api',
  sub: userId,
  jti: 'some-id',
  iat: now(),
  exp: now() + 60,
  ...change,
});

test('a token forged with all the right parts and the right secret works: the cases below fail for their own reason', async () => {
  const good = forgeToken({ payload: claims(), secret });
  expect((await me({ authorization: `Bearer ${good}` })).statusCode).toBe(200);
});

const header = (change: object) => tokenHeader(secret, change);
const cases: [string, () => string][] = [
  [
    'alg none, no signature',
    () => forgeToken({ header: header({ alg: 'none' }), payload: claims(), secret }).replace(/[^.]*$/, ''),
  ],
  ['alg None', () => forgeToken({ header: header({ alg: 'None' }), payload: claims(), secret })],
  [
    'alg NONE, no signature',
    () => forgeToken({ header: header({ alg: 'NONE' }), payload: claims(), secret }).replace(/[^.]*$/, ''),
  ],
  [
    'alg hs256 in lower case',
    () => forgeToken({ header: header({ alg: 'hs256' }), payload: claims(), secret }),
  ],
  [
    'alg HS512 with the same secret',
    () => forgeToken({ header: header({ alg: 'HS512' }), payload: claims(), secret, hash: 'sha512' }),
  ],
  [
    'alg RS256 with an HMAC',
    () => forgeToken({ header: header({ alg: 'RS256' }), payload: claims(), secret }),
  ],
  ['no alg', () => forgeToken({ header: header({ alg: undefined }), payload: claims(), secret })],
  ['header that is not JSON', () => forgeToken({ header: 'nonsense', payload: claims(), secret })],
  ['typ JWT', () => forgeToken({ header: header({ typ: 'JWT' }), payload: claims(), secret })],
  ['no typ', () => forgeToken({ header: header({ typ: undefined }), payload: claims(), secret })],
  ['an unknown crit', () => forgeToken({ header: header({ crit: ['x'], x: 1 }), payload: claims(), secret })],
  ['no kid', () => forgeToken({ header: header({ kid: undefined }), payload: claims(), secret })],
  [
    'an unknown kid under the right secret',
    () => forgeToken({ header: header({ kid: 'AAAAAAAA' }), payload: claims(), secret }),
  ],
  [
    'kid with a path and another key',
    () => forgeToken({ header: header({ kid: '../../dev/null' }), payload: claims(), secret: '' }),
  ],
  [
    'jwk of the attacker',
    () =>
      forgeToken({ header: header({ jwk: { kty: 'oct', k: 'AAAA' } }), payload: claims(), secret: 'AAAA' }),
  ],
  [
    'another secret',
    () => forgeToken({ payload: claims(), secret: 'another secret of thirty-two characters' }),
  ],
  ['empty signature', () => `${token.split('.').slice(0, 2).join('.')}.`],
  ['expired', () => forgeToken({ payload: claims({ exp: now() - 1 }), secret })],
  ['no exp', () => forgeToken({ payload: claims({ exp: undefined }), secret })],
  ['exp as text', () => forgeToken({ payload: claims({ exp: String(now() + 60) }), secret })],
  [
    'exp 1e400',
    () => forgeToken({ payload: JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e400'), secret }),
  ],
  ['exp negative', () => forgeToken({ payload: claims({ exp: -1 }), secret })],
  ['nbf in the future', () => forgeToken({ payload: claims({ nbf: now() + 60 }), secret })],
  ['iat in the future', () => forgeToken({ payload: claims({ iat: now() + 3600 }), secret })],
  ['no iat', () => forgeToken({ payload: claims({ iat: undefined }), secret })],
  ['no sub', () => forgeToken({ payload: claims({ sub: undefined }), secret })],
  ['no jti', () => forgeToken({ payload: claims({ jti: undefined }), secret })],
  [
    'sub of no user',
    () => forgeToken({ payload: claims({ sub: 'usr_00000000000000000000000000' }), secret }),
  ],
  ['sub as SQL', () => forgeToken({ payload: claims({ sub: "' or 1=1 --" }), secret })],
  ['sub with NUL', () => forgeToken({ payload: claims({ sub: 'usr_\0' }), secret })],
  ['another issuer', () => forgeToken({ payload: claims({ iss: 'someone else' }), secret })],
  ['another audience', () => forgeToken({ payload: claims({ aud: 'refresh' }), secret })],
  ['payload that is an array', () => forgeToken({ payload: [], secret })],
  ['payload null', () => forgeToken({ payload: 'null', secret })],
  ['two parts', () => 'a.b'],
  ['five parts', () => 'a.b.c.d.e'],
  ['10 KB', () => forgeToken({ payload: claims({ x: 'y'.repeat(10_000) }), secret })],
  ['a refresh token', () => 'TYyziBdmzGLoQ_4p8AuEqAN51TJRuaz-Xi5Hk4PulDQ'],
];

test.each(cases)('%s is 401', async (_name, forge) => {
  const response = await me({ authorization: `Bearer ${forge()}` });
  expect(response.statusCode).toBe(401);
  expect(response.headers['www-authenticate']).toBe('Bearer');
  expect(response.json()).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
});

test('a token with any one byte changed is 401', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...'AZaz09-_.'), async (at, char) => {
      // The last character of a part may carry unused bits, so another one can mean the same bytes.
      const sameBytes = token[at + 1] === '.' || at === token.length - 1;
      fc.pre(token[at] !== char && !sameBytes);
      const changed = token.slice(0, at) + char + token.slice(at + 1);
      expect((await me({ authorization: `Bearer ${changed}` })).statusCode).toBe(401);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['no header', {}, 401],
  ['Basic', { authorization: 'Basic YTpi' }, 401],
  ['bearer in lower case', { authorization: 'bearer TOKEN' }, 200],
  ['the bare token', { authorization: 'TOKEN' }, 401],
  ['blank token', { authorization: 'Bearer ' }, 401],
  ['two tokens', { authorization: 'Bearer TOKEN, Bearer TOKEN' }, 401],
  ['token in a cookie', { cookie: 'accessToken=TOKEN' }, 401],
])('%s', async (_name, headers, status) => {
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll('TOKEN', token)]),
  );
  expect((await me(filled)).statusCode).toBe(status);
});

test('a token in the query is ignored', async () => {
  expect((await api.app.inject({ url: `/api/me?access_token=${token}` })).statusCode).toBe(401);
});

test('a lock ends a live token at once, and a new role counts at once', async () => {
  const user = await createUser(api, { role: 'MEMBER' });
  const { headers } = await login(api, user);
  const change = (sql: string) =>
    api.services.orm.em.fork().execute(`update user_account set ${sql} where id = ?`, [user.id]);
  await change("application_role = 'GUEST'");
  expect((await me(headers)).json()).toMatchObject({ applicationRole: 'GUEST', roles: ['ROLE_GUEST'] });
  const form = { method: 'POST' as const, url: '/api/templates', headers };
  expect((await api.app.inject(form)).statusCode).toBe(403);
  await change('is_enabled = false');
  expect((await me(headers)).statusCode).toBe(401);
});
