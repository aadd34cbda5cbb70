import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { multipart } from '../support/multipart.ts';
import { pdfPart } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

interface Line {
  level: number;
  msg: string;
  route?: string;
  err?: unknown;
}

const lines: Line[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)));
    done();
  },
});

const api = await startTestApp({ name: 'http-aborted', logger: pino({ level: 'debug' }, stream) });
const me = await signIn(api);
const { publicId: workflow } = await createWorkflow(api, me);
await api.app.listen({ host: '127.0.0.1', port: 0 });

test.each<[string, () => string, string[], string]>([
  ['a JSON body', () => '/api/auth/login', ['Content-Type: application/json'], '{"email":'],
  ['a webhook', () => `/api/workflows/${workflow}/webhook`, [], '{"a":'],
  [
    'an upload',
    () => '/api/templates',
    ['Content-Type: multipart/form-data; boundary=b'],
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
  ],
])(
  '%s that its sender aborts is logged without a stack and not as an error',
  async (_name, path, headers, begun) => {
    lines.length = 0;
    const socket = connect(Number(new URL(api.app.listeningOrigin).port), '127.0.0.1');
    const arrived = once(api.app.server, 'request');
    const authorization = `Authorization: ${me.headers.authorization}`;
    const head = [`POST ${path()} HTTP/1.1`, 'Host: x', 'Content-Length: 100000', authorization, ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n${begun}`);
    await arrived;
    await until(() => socket.bytesWritten > 0 && socket.writableLength === 0);
    socket.resetAndDestroy();
    await until(() => lines.some(({ msg }) => / rejected$| failed$| not stored$/.test(msg)));
    await until(async () => (await readdir(api.services.temporaryFolder)).length === 0);
    expect(lines.filter(({ level, err }) => level > 20 || err !== undefined)).toEqual([]);
  },
);

test('a complete upload is processed to its end, also when the client has disconnected', async () => {
  lines.length = 0;
  const { payload, headers } = multipart([{ name: 'name', value: 'x' }, await pdfPart()]);
  const socket = connect(Number(new URL(api.app.listeningOrigin).port), '127.0.0.1');
  const head = [
    'POST /api/templates HTTP/1.1',
    'Host: x',
    `Authorization: ${me.headers.authorization}`,
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${payload.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(payload);
  // The file is being written, or looked at.
  await until(async () => (await readdir(api.services.temporaryFolder, { recursive: true })).length > 1);
  await until(() => socket.writableLength === 0);
  socket.resetAndDestroy();
  await until(async () => (await readdir(api.services.temporaryFolder)).length === 0);
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});
