import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createTemplate, pdfPart, sendForm } from '../support/templates.ts';

const api = await startTestApp({ name: 'http-conditional' });
const base = await api.app.listen({ port: 0, host: '127.0.0.1' });
const me = await signIn(api);
const url = `/api/templates/${(await createTemplate(api, me)).publicId}`;

const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  api.app.inject({ method, url: path, headers: { ...me.headers, ...headers } });

const PATHS = [
  '/api/templates',
  '/api/templates/metadata',
  '',
  '/fields',
  '/pdf',
  '/thumbnail',
  '/pages/1.png',
];
const whole = (path: string) => (path.startsWith('/api') ? path : `${url}${path}`);

test.each(PATHS)('%s says which version it is, and 304 to who has it', async (path) => {
  const first = await get(whole(path));
  expect(first.statusCode).toBe(200);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^(W\/)?"[\w-]{20,}"$/);
  for (const given of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await get(whole(path), { 'if-none-match': given });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect(again.headers['content-type']).toBeUndefined();
    expect(again.headers['content-disposition']).toBeUndefined();
  }
  // RFC 9110, section 13.1.2: HEAD as well.
  for (const [given, status] of [
    [etag, 304],
    ['"other"', 200],
  ] as const) {
    const head = await get(whole(path), { 'if-none-match': given }, 'HEAD');
    expect([head.statusCode, head.headers.etag, head.rawPayload.length]).toEqual([status, etag, 0]);
    if (status === 304) expect(head.headers['content-length']).toBeUndefined();
  }
});

test.each(PATHS)('%s comes whole to who has another one', async (path) => {
  for (const given of ['"other"', 'W/"other"', 'no quotes', '""', ',']) {
    const { statusCode, rawPayload } = await get(whole(path), { 'if-none-match': given });
    expect(statusCode).toBe(200);
    expect(rawPayload.length).toBeGreaterThan(0);
  }
});

test.each(PATHS)('%s is 304 to fetch, which sends no-cache with every If-None-Match', async (path) => {
  const { etag } = (await get(whole(path))).headers;
  const seen = { ...me.headers, 'if-none-match': String(etag) };
  const again = await fetch(`${base}${whole(path)}`, { headers: seen });
  expect([again.status, await again.text()]).toEqual([304, '']);
  // RFC 9111, section 5.2.1.4: no response from a cache without asking the origin, which is the case here.
  const reload = await get(whole(path), { ...seen, 'cache-control': 'no-cache', pragma: 'no-cache' });
  expect(reload.statusCode).toBe(304);
});

test('a change shows', async () => {
  const etags = async () => Promise.all(PATHS.map(async (path) => (await get(whole(path))).headers.etag));
  const before = await etags();
  const parts = [await pdfPart('02-multi-page-text.pdf').catch(() => pdfPart('00-simple.pdf'))];
  await sendForm(api, me, { method: 'PUT', url, parts: [...parts, { name: 'name', value: 'Renamed' }] });
  const after = await etags();
  // The list contains the name, which may change without the file.
  expect(after[0]).not.toBe(before[0]);
  expect(after[2]).not.toBe(before[2]);
  const stale = await get(url, { 'if-none-match': String(before[2]) });
  expect([stale.statusCode, stale.json().name]).toEqual([200, 'Renamed']);
});

test("another account's version is no key: a stranger gets 404, whatever they name", async () => {
  const { etag } = (await get(url)).headers;
  const stranger = await signIn(api);
  for (const given of [String(etag), '*']) {
    const headers = { ...stranger.headers, 'if-none-match': given };
    expect((await api.app.inject({ url, headers })).statusCode).toBe(404);
    expect((await api.app.inject({ url, headers: { 'if-none-match': given } })).statusCode).toBe(401);
  }
});

test('nothing else is ever 304: not what changes, not other routes', async () => {
  const any = { 'if-none-match': '*' };
  const me_ = await get('/api/me', any);
  expect([me_.statusCode, me_.headers.etag, me_.headers['cache-control']]).toEqual([
    200,
    undefined,
    'no-store',
  ]);
  const put = await sendForm(
    api,
    { ...me, headers: { ...me.headers, ...any } },
    { method: 'PUT', url, parts: [{ name: 'name', value: 'Once more' }] },
  );
  expect([put.statusCode, put.headers.etag]).toEqual([200, undefined]);
});
