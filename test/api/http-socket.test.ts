import { type AddressInfo, createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestApp } from '../support/app.ts';

const api = await startTestApp({ name: 'http-socket' });
await api.app.listen({ port: 0, host: '127.0.0.1' });

/** Sends raw bytes over a real socket and returns everything until the server closes. */
async function send(request: string): Promise<{ status: number; body: string }> {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.write(request);
  const response = await text(socket);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);
  // The document is the text between the outermost braces, chunked or not.
  return { status, body: /\{.*\}/s.exec(response)?.[0] ?? '' };
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const LOGIN = [
  'POST /api/auth/login HTTP/1.1',
  'Host: x',
  'Connection: close',
  'Content-Type: application/json',
];

test.each([
  ['bytes that are no HTTP', 'GARBAGE\r\n\r\n'],
  ['an address of 20 KB', head(`GET /${'a'.repeat(20_000)} HTTP/1.1`, 'Host: x')],
  ['headers of 20 KB', head('GET /api/me HTTP/1.1', 'Host: x', `X-Big: ${'a'.repeat(20_000)}`)],
  ['an expectation', head('GET /livez HTTP/1.1', 'Host: x', 'Expect: 200-ok', 'Connection: close')],
  ['no host', head('GET /livez HTTP/1.1', 'Connection: close')],
  ['no host under /api', head('GET /api/me HTTP/1.1', 'Connection: close')],
  ['two hosts', head('GET /livez HTTP/1.1', 'Host: x', 'Host: y', 'Connection: close')],
  ['a tunnel', head('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443')],
  ['two lengths', `${head(...LOGIN, 'Content-Length: 2', 'Content-Length: 3')}{}`],
  [
    'length and chunks',
    `${head(...LOGIN, 'Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  ],
  ['a negative length', `${head(...LOGIN, 'Content-Length: -2')}{}`],
  ['a broken chunk', `${head(...LOGIN, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`],
  ['a header with NUL', head('GET /livez HTTP/1.1', 'Host: x', 'X-Bad: a\0b')],
])('%s is 400 and the connection is closed', async (_name, request) => {
  const { status, body } = await send(request);
  expect(status).toBe(400);
  expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
});

test.each([
  ['bytes that are no HTTP', 'GARBAGE\r\n\r\n'],
  ['a broken chunk', `${head(...LOGIN, 'Transfer-Encoding: chunked')}zz\r\n`],
  ['much too long headers', head('GET /livez HTTP/1.1', 'Host: x', `X-Big: ${'a'.repeat(20_000)}`)],
])('%s after two requests are rejected after their responses', async (_name, after) => {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.write(`${head('GET /livez HTTP/1.1', 'Host: x').repeat(2)}${after}`);
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  expect(statuses).toEqual(['200', '200', '400']);
});

test('headers that are too long get an error that says so', async () => {
  const { body } = await send(head(`GET /${'a'.repeat(20_000)} HTTP/1.1`, 'Host: x'));
  expect(JSON.parse(body).detail).toBe('The URL and the headers have more than 16384 bytes.');
});

test('a webhook without a host is 400 in plain text', async () => {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.write(head('POST /api/workflows/x/webhook HTTP/1.1', 'Connection: close', 'Content-Length: 0'));
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 400 .*content-type: text\/plain/is);
  expect(response).toMatch(/The request must have exactly one Host header\.$/);
});

test('HTTP/1.0 needs no host', async () => {
  const { status } = await send(head('GET /livez HTTP/1.0'));
  expect(status).toBe(200);
});

test('an Upgrade header is ignored: the request gets a normal response', async () => {
  const upgrade = ['Connection: Upgrade, close', 'Upgrade: websocket'];
  const { status, body } = await send(head('GET /livez HTTP/1.1', 'Host: x', ...upgrade));
  expect([status, body]).toEqual([200, '{"alive":true}']);
});

test('a chunked body without a length is limited all the same', async () => {
  const chunk = 'a'.repeat(64 * 1024);
  const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(17);
  const { status, body } = await send(`${head(...LOGIN, 'Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`);
  expect([status, JSON.parse(body).code]).toEqual([400, 'BODY_TOO_LARGE']);
});

test.each(['a b', '[', '', '%00'])('the page rejects the host %j with a 400', async (host) => {
  const { status } = await send(head('GET /docs/ HTTP/1.1', `Host: ${host}`, 'Connection: close'));
  expect(status).toBe(400);
});

test('two Authorization headers are 401', async () => {
  const auth = 'Authorization: Bearer a.b.c';
  const { status } = await send(head('GET /api/me HTTP/1.1', 'Host: x', auth, auth, 'Connection: close'));
  expect(status).toBe(401);
});

test.each(['TRACE', 'OPTIONS', 'PROPFIND'])('%s is rejected with a documented status', async (method) => {
  const { status } = await send(head(`${method} /api/me HTTP/1.1`, 'Host: x', 'Connection: close'));
  expect([400, 404]).toContain(status);
});

test('a slow sender is cut off: nothing waits without end', () => {
  const { headersTimeout, requestTimeout, timeout } = api.app.server;
  expect(headersTimeout).toBeLessThanOrEqual(15_000);
  expect(headersTimeout).toBeGreaterThan(0);
  expect(requestTimeout).toBeLessThanOrEqual(120_000);
  expect(requestTimeout).toBeGreaterThan(0);
  expect(timeout).toBeGreaterThan(0);
});
