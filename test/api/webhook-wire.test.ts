import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'webhook-wire' });
await api.app.listen({ host: '127.0.0.1', port: 0 });
const port = Number(new URL(api.app.listeningOrigin).port);
const { publicId } = await createWorkflow(api, await signIn(api));
const path = `/api/workflows/${publicId}/webhook`;

/** Writes raw bytes to the real server and returns all it sends until it closes the connection. */
async function talk(parts: readonly (string | Buffer)[]): Promise<{ status: number; body: string }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // The server may close while we are still sending.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  await closed;
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: rest.join('\r\n\r\n') };
}

const head = (...headers: string[]) =>
  `${[`POST ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;
const chunked = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
const END = '0\r\n\r\n';
const count = async () => {
  const [row] = await api.services.orm.em
    .fork()
    .execute<{ n: string }[]>('select count(*) as n from webhook_event');
  return Number(row?.n);
};

test('a body without a length and without a type', async () => {
  const before = await count();
  const response = await talk([
    head('Transfer-Encoding: chunked'),
    chunked(Buffer.from('{"a"')),
    chunked(Buffer.from(':1}')),
    END,
  ]);
  expect(response).toMatchObject({ status: 202, body: 'Webhook received' });
  expect(await count()).toBe(before + 1);
});

test.each<[string, () => (string | Buffer)[], string]>([
  ['no body at all', () => [head()], 'Invalid JSON payload'],
  ['length 0', () => [head('Content-Type: application/json', 'Content-Length: 0')], 'Invalid JSON payload'],
  [
    'too large, no length (R12)',
    () => [
      head('Transfer-Encoding: chunked'),
      ...Array.from({ length: 17 }, () => chunked(Buffer.alloc(65536, 0x20))),
      END,
    ],
    'Payload validation failed: the body is larger than 1048576 bytes',
  ],
  [
    'too large, by its Content-Length (R12)',
    () => [head('Content-Length: 31457280')],
    'Payload validation failed: the body is larger than 1048576 bytes',
  ],
  [
    'compressed: never inflated',
    () => {
      const body = gzipSync('{}');
      return [head('Content-Encoding: gzip', `Content-Length: ${body.length}`), body];
    },
    'Invalid JSON payload',
  ],
])('%s: 400 in plain text, nothing stored', async (_name, parts, body) => {
  const before = await count();
  expect(await talk(parts())).toEqual({ status: 400, body });
  expect(await count()).toBe(before);
});

test.each([
  ['two lengths', ['Content-Length: 2', 'Content-Length: 3']],
  ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
  ['a length that is none', ['Content-Length: 2x']],
])('%s: 400 and the connection is closed', async (_name, headers) => {
  const before = await count();
  const { status } = await talk([head(...headers), '{}']);
  expect(status).toBe(400);
  expect(await count()).toBe(before);
});

test('a sender that leaves half-way stores nothing', async () => {
  const before = await count();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head('Content-Length: 100')}{"a":1}`);
  socket.end();
  socket.resume();
  await once(socket, 'close');
  expect(await count()).toBe(before);
});
