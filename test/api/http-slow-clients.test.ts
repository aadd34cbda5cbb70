import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createLargeTemplate, readSlowly, stampOf } from '../support/slow-reader.ts';
import { createTemplate, sendForm, untilTidy } from '../support/templates.ts';
import { until } from '../support/until.ts';

const MB = 1024 * 1024;
/** Whatever the kernel's buffers take in between, on both ends. */
const UNDER_WAY = 16 * MB;
/** Bytes that the service buffers of an unread response. */
const KEPT = 2 * MB;

const env = { STAMPS_PER_ACCOUNT: '1' };
const api = await startTestApp({ name: 'slow-clients', env, headersTimeout: 5_000 });
await api.app.listen({ host: '127.0.0.1', port: 0 });
const me = await signIn(api);

const open = async (): Promise<Socket> => {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};
const profile = async () => {
  const response = await fetch(`${api.app.listeningOrigin}/api/me`, { headers: me.headers });
  return response.status;
};
const openConnections = () => promisify(api.app.server.getConnections.bind(api.app.server))();

test('2,000 silent sockets are closed at the headers timeout and do not delay other clients', async () => {
  const sockets: Socket[] = [];
  let closed = 0;
  while (sockets.length < 2_000) sockets.push(...(await Promise.all(Array.from({ length: 100 }, open))));
  for (const socket of sockets) socket.resume().once('close', () => (closed += 1));
  expect(await openConnections()).toBeGreaterThan(1_000);
  expect(await profile()).toBe(200);
  await until(() => closed === sockets.length);
  await until(async () => (await openConnections()) < 10);
  expect(await profile()).toBe(200);
});

/** The time for sockets on which nothing moves, which every one has, is over for this one. */
async function untilGivenUp(socket: Socket): Promise<void> {
  expect(socket.timeout).toBe(300_000);
  socket.setTimeout(1);
  await until(() => socket.destroyed);
}

test('headers that come byte by byte are given up', async () => {
  const socket = await open();
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  socket.write('GET /api/me HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  const drip = setInterval(() => socket.write('a'), 100);
  await once(socket, 'close');
  clearInterval(drip);
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 400 .*took too long to arrive/s);
});

test('a file that is not read waits in storage, not in memory, and the connection ends', async () => {
  const templateId = await createLargeTemplate(api, me, 20 * MB);
  const { socket } = await readSlowly(api, {
    path: `/api/templates/${templateId}/pdf`,
    headers: me.headers,
  });
  expect(socket.bytesWritten).toBeLessThan(UNDER_WAY);
  expect(socket.writableLength).toBeLessThan(KEPT);
  await untilGivenUp(socket);
  expect(await profile()).toBe(200);
});

test('an unread archive is not created: the stamp pauses, and releases its slot when the connection ends', async () => {
  const templateId = await createLargeTemplate(api, me, MB / 2);
  const { socket } = await readSlowly(api, stampOf(me, { templateId, rows: 200 }));
  expect(socket.bytesWritten).toBeLessThan(UNDER_WAY);
  expect(socket.writableLength).toBeLessThan(KEPT);
  await untilGivenUp(socket);
  await untilTidy(api);
  const small = await createTemplate(api, me);
  const again = await sendForm(api, me, {
    url: '/api/stamper/stamp',
    parts: [
      { name: 'templateId', value: small.publicId },
      { name: 'file', value: `${small.columns}\nx`, filename: 'rows.csv' },
    ],
  });
  expect(again.statusCode).toBe(200);
});
