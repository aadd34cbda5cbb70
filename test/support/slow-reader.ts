import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { Socket } from 'node:net';
import { PDFDocument, PDFName } from '../../src/stamping/pdf/pdf-lib.ts';
import type { TestApp } from './app.ts';
import type { SignedIn } from './login.ts';
import { multipart } from './multipart.ts';
import { sendForm } from './templates.ts';
import { until } from './until.ts';

/** A response that has begun and of which nothing has been read. */
export interface SlowReader {
  response: IncomingMessage;
  /** The service's end of the connection. */
  socket: Socket;
}

/** Sends a request over a real socket and reads no byte of the response body. Waits until the service can send no more. */
export async function readSlowly(
  { app }: TestApp,
  { body, ...options }: RequestOptions & { body?: Buffer },
): Promise<SlowReader> {
  const { port } = new URL(app.listeningOrigin);
  const connected = once(app.server, 'connection') as Promise<[Socket]>;
  const asked = request({ host: '127.0.0.1', port, agent: false, ...options });
  asked.end(body);
  const [socket] = await connected;
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  let written = -1;
  await until(() => {
    const before = written;
    written = socket.bytesWritten;
    return written === before || socket.destroyed;
  });
  return { response, socket };
}

/** A template of so many bytes that no compression makes smaller, with the field `name`. Returns its public id. */
export async function createLargeTemplate(test: TestApp, who: SignedIn, bytes: number): Promise<string> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([300, 100]);
  pdf.getForm().createTextField('name').addToPage(page, { x: 10, y: 10, width: 200, height: 20 });
  const ballast = pdf.context.register(pdf.context.stream(randomBytes(bytes)));
  page.node.set(PDFName.of('PieceInfo'), pdf.context.obj({ Ballast: ballast }));
  const response = await sendForm(test, who, {
    parts: [
      { name: 'name', value: 'Large' },
      { name: 'file', value: await pdf.save(), filename: 'large.pdf', type: 'application/pdf' },
    ],
  });
  if (response.statusCode !== 200) throw new Error(`upload rejected: ${response.body}`);
  return response.json().publicId;
}

/** A stamp of so many rows as `readSlowly` takes it. */
export function stampOf(who: SignedIn, { templateId, rows }: { templateId: string; rows: number }) {
  const table = ['name', ...Array.from({ length: rows }, (_, i) => `Person ${i}`)].join('\n');
  const { payload, headers } = multipart([
    { name: 'templateId', value: templateId },
    { name: 'file', value: table, filename: 'rows.csv' },
  ]);
  return {
    method: 'POST',
    path: '/api/stamper/stamp',
    body: payload,
    headers: { ...headers, ...who.headers, 'content-length': String(payload.length) },
  };
}
