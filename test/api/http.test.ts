import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';

const api = await startTestApp({
  name: 'http',
  env: { MAX_JSON_BYTES: '2000', BASE_URL: 'https://stamps.example' },
});
const me = await signIn(api);

test.each([
  ['GET', '/api/nothing'],
  ['GET', '/api//me'],
  ['GET', '/api/me/'],
  ['GET', '/API/me'],
  ['POST', '/api/me'],
  ['PUT', '/api/templates'],
  ['PATCH', '/api/templates'],
  ['DELETE', '/api/me'],
  ['OPTIONS', '/api/me'],
  ['GET', '/api/auth/login'],
  ['GET', '/api/workflows//webhook'],
  ['GET', '/.env'],
  ['GET', '/docs/../package.json'],
] as const)('%s %s is 404 as a problem document', async (method, url) => {
  const response = await api.app.inject({ method, url, headers: me.headers });
  expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});

test('HEAD has the response of GET, without a body', async () => {
  const response = await api.app.inject({ method: 'HEAD', url: '/api/me', headers: me.headers });
  expect([response.statusCode, response.body]).toEqual([200, '']);
  expect((await api.app.inject({ method: 'HEAD', url: '/api/me' })).statusCode).toBe(401);
});

test('a method override is ignored', async () => {
  const headers = { ...me.headers, 'x-http-method-override': 'DELETE' };
  expect((await api.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
});

test('an address that is no URL is 400', async () => {
  const response = await api.app.inject({ url: '/api/templates/%E0%A4%A', headers: me.headers });
  expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('every response has the security headers', async () => {
  for (const url of ['/api/me', '/api/nothing', '/livez', '/docs/', '/openapi.json']) {
    const { headers } = await api.app.inject({ url });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/),
    });
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
  }
});

test.each([
  ['abcdefgh-12345678', true],
  ['short', false],
  ['with space and more', false],
  ['x'.repeat(65), false],
  ['"quoted-and-long"', false],
])('the request id %j is taken over: %s', async (id, taken) => {
  const response = await api.app.inject({ url: '/api/nothing', headers: { 'x-request-id': id } });
  expect(response.headers['x-request-id'] === id).toBe(taken);
  expect(response.json().requestId).toBe(response.headers['x-request-id']);
});

const login = (payload: string, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

test('a body over the limit is 400', async () => {
  const response = await login(`{"email":"${'x'.repeat(2000)}"}`);
  expect([response.statusCode, response.json().code]).toEqual([400, 'BODY_TOO_LARGE']);
});

test('a compressed body is 400 and never inflated', async () => {
  const response = await login('x', { 'content-encoding': 'gzip' });
  expect([response.statusCode, response.json().code]).toEqual([400, 'UNSUPPORTED_CONTENT_TYPE']);
});

test.each([
  ['{"email":"a@example.com","password":"p","__proto__":{"x":1}}', '__proto__'],
  ['{"a":[{"\\u005f_proto__":1}]}', 'a.0.__proto__'],
  ['{"a":{"constructor":{"prototype":null}}}', 'a.constructor.prototype'],
])('a body with a reserved member name is a validation error, not invalid JSON: %s', async (body, path) => {
  const response = await login(body);
  expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(response.json().errors).toEqual([
    { path, message: 'is a reserved member name; choose a different one' },
  ]);
});

test('a malformed body is INVALID_JSON', async () => {
  const response = await login('{"email":');
  expect([response.statusCode, response.json().code]).toEqual([400, 'INVALID_JSON']);
});

test('an unexpected error is a 500 with a request id and without details', async () => {
  const em = api.services.orm.em.fork();
  await em.execute('alter table usage_counter rename to usage_counter_away');
  try {
    const response = await api.app.inject({ url: '/api/me', headers: me.headers });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      type: 'urn:problem:internal',
      title: 'Internal error',
      status: 500,
      detail:
        'An unexpected error occurred. Try again; if it persists, report the requestId to your operator.',
      code: 'INTERNAL',
      requestId: response.headers['x-request-id'],
    });
  } finally {
    await em.execute('alter table usage_counter_away rename to usage_counter');
  }
});

describe('health', () => {
  test('the process lives', async () => {
    const response = await api.app.inject({ url: '/livez' });
    expect([response.statusCode, response.json()]).toEqual([200, { alive: true }]);
  });

  test('it is ready while all checks pass, and says which does not', async () => {
    expect((await api.app.inject({ url: '/readyz' })).statusCode).toBe(200);
    let works = false;
    api.services.health.add('storage', async () => {
      if (!works) throw new Error('secret reason');
    });
    const response = await api.app.inject({ url: '/readyz' });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ ready: false, checks: { storage: 'failing' } });
    expect(response.body).not.toContain('secret');
    works = true;
    expect((await api.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });
});

describe('the description', () => {
  test('is served as the document that is committed', async () => {
    const response = await api.app.inject({ url: '/openapi.json' });
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.json().openapi).toBe('3.1.0');
  });

  test('is readable at /docs, with a page that loads nothing from elsewhere', async () => {
    const away = await api.app.inject({ url: '/docs' });
    expect([away.statusCode, away.headers.location]).toEqual([301, '/docs/']);
    const page = await api.app.inject({ url: '/docs/' });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.body).toContain('/openapi.json');
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source);
    expect(sources).toEqual(['js/scalar.js']);
    expect(page.body).not.toContain('cdn');
    const script = await api.app.inject({ url: '/docs/js/scalar.js' });
    expect(script.statusCode).toBe(200);
    expect(script.headers['content-type']).toMatch(/javascript/);
    // Whatever the script would like to fetch, the page's policy allows its own origin only.
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'self';/);
    expect(page.headers['content-security-policy']).not.toMatch(/https?:|\*/);
  });
});
