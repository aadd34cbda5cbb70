import { gunzipSync } from 'node:zlib';
import { ConfigError, loadConfig } from '../../src/config.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createTemplate } from '../support/templates.ts';

const ORIGIN = 'https://app.example';

const api = await startTestApp({
  name: 'http-browser',
  env: { CORS_ORIGINS: `${ORIGIN}, http://localhost:5173` },
});
const me = await signIn(api);

const preflight = (origin: string, url = '/api/me') =>
  api.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization',
    },
  });

describe('pages of other origins', () => {
  test.each([ORIGIN, 'http://localhost:5173'])('%s may call and read', async (origin) => {
    const before = await preflight(origin);
    expect([before.statusCode, before.body]).toEqual([200, '']);
    expect(before.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      vary: expect.stringContaining('Origin'),
    });
    const call = await api.app.inject({ url: '/api/me', headers: { ...me.headers, origin } });
    expect(call.headers['access-control-allow-origin']).toBe(origin);
    expect(call.headers['access-control-expose-headers']).toContain('Content-Disposition');
  });

  test('may send whatever header the API reads, that of a stream taken up again too', async () => {
    const { headers } = await preflight(ORIGIN);
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    for (const name of [
      'idempotency-key',
      'if-none-match',
      'if-range',
      'last-event-id',
      'range',
      'traceparent',
    ])
      expect(allowed).toContain(name);
  });

  test('may read the reason of an error', async () => {
    for (const url of ['/api/me', '/api/nothing']) {
      const { statusCode, headers } = await api.app.inject({ url, headers: { origin: ORIGIN } });
      expect([401, 404]).toContain(statusCode);
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    }
  });

  test.each([
    'https://evil.example',
    'null',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example.evil.example',
    'https://APP.example',
    '*',
  ])('%s may not', async (origin) => {
    const before = await preflight(origin);
    expect([before.statusCode, before.json().code]).toEqual([404, 'NOT_FOUND']);
    const call = await api.app.inject({ url: '/api/me', headers: { ...me.headers, origin } });
    for (const { headers } of [before, call]) {
      const given = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      expect(given).toEqual([]);
    }
  });

  test.each([
    [ORIGIN, 'REFRESH_TOKEN_INVALID'],
    ['https://evil.example', 'FOREIGN_ORIGIN'],
  ])('a session is refreshed from pages that may call: %s', async (origin, code) => {
    for (const path of ['refresh-token', 'logout']) {
      const url = `/api/auth/${path}`;
      const response = await api.app.inject({ method: 'POST', url, headers: { origin } });
      expect(response.json().code).toBe(code);
    }
  });

  test('OPTIONS without an origin is the 404 it was', async () => {
    const response = await api.app.inject({ method: 'OPTIONS', url: '/api/me' });
    expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  test.each(['*', 'app.example', 'https://app.example/path', 'https://*.example', 'ftp://app.example'])(
    'the setting takes origins and nothing else: %s',
    (setting) => {
      expect(() => loadConfig({ CORS_ORIGINS: setting })).toThrow(ConfigError);
    },
  );
});

describe('gzip', () => {
  const list = async (headers: Record<string, string>) =>
    api.app.inject({ url: '/api/templates', headers: { ...me.headers, ...headers } });

  beforeAll(async () => {
    for (let n = 0; n < 6; n++) await createTemplate(api, me, { name: `Template ${n} ${'x'.repeat(150)}` });
  });

  test('JSON is compressed for clients that accept it, with the same content', async () => {
    const plain = await list({});
    expect(plain.headers['content-encoding']).toBeUndefined();
    const short = await list({ 'accept-encoding': 'gzip' });
    expect(short.headers['content-length']).toBe(String(short.rawPayload.length));
    expect(gunzipSync(short.rawPayload).toString()).toBe(plain.body);
    const packed = await api.app.inject({
      url: '/openapi.json',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    const whole = await api.app.inject({ url: '/openapi.json' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(whole.body);
    expect(packed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 4);
  });

  const plain = [
    '',
    'identity',
    'br',
    'gzip;q=0',
    'gzip;q=0, *',
    '*, GZIP ; q=0.000',
    'nonsense',
    '*;q=0',
    ';;;',
  ];
  test.each(plain)('accept-encoding %j gets it as it is, and no error', async (encoding) => {
    const { statusCode, headers } = await api.app.inject({
      url: '/openapi.json',
      headers: { 'accept-encoding': encoding },
    });
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
  });

  test('a small or already compressed response is not compressed', async () => {
    const headers = { ...me.headers, 'accept-encoding': 'gzip' };
    const { publicId } = await createTemplate(api, me);
    for (const url of ['/api/me', `/api/templates/${publicId}/pdf`, `/api/templates/${publicId}/thumbnail`]) {
      const response = await api.app.inject({ url, headers });
      expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined]);
    }
  });
});

describe('HEAD', () => {
  test.each(['/api/me', '/api/templates', '/livez', '/openapi.json'])(
    '%s: the headers of GET',
    async (url) => {
      const [got, head] = await Promise.all(
        (['GET', 'HEAD'] as const).map((method) => api.app.inject({ method, url, headers: me.headers })),
      );
      expect([head?.statusCode, head?.body]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
        expect(head?.headers[name]).toBe(got?.headers[name]);
      }
    },
  );

  test('of what changes things is 404, and changes nothing', async () => {
    const response = await api.app.inject({ method: 'HEAD', url: '/api/auth/login' });
    expect(response.statusCode).toBe(404);
  });
});

describe('downloads', () => {
  test.each([
    ['plain', 'attachment; filename=plain.pdf'],
    ['Übersicht', 'attachment; filename="?bersicht.pdf"; filename*=UTF-8\'\'%C3%9Cbersicht.pdf'],
    ['契約', "filename*=UTF-8''%E5%A5%91%E7%B4%84.pdf"],
    ['a"b\\c', 'attachment; filename="a\\"b\\\\c.pdf"'],
    ['50%25', "filename*=UTF-8''50%2525.pdf"],
  ])('the file name %s is sent in full and with an ASCII fallback', async (name, expected) => {
    const { publicId } = await createTemplate(api, me, { name });
    const response = await api.app.inject({ url: `/api/templates/${publicId}/pdf`, headers: me.headers });
    const disposition = String(response.headers['content-disposition']);
    expect(disposition).toContain(expected);
    expect(disposition).toMatch(/^[\x20-\x7e]+$/);
  });
});
