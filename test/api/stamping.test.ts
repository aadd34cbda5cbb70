import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '../../src/stamping/pdf/pdf-lib.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { fieldsOf, readArchive, simpleForm } from '../support/stamping/harness.ts';
import { until } from '../support/until.ts';
import { actionsOf } from '../support/usage.ts';

const api = await startTestApp({ name: 'stamping' });
await api.app.listen({ port: 0, host: '127.0.0.1' });
const baseUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
const anna = await signIn(api);
const templateId = await upload(await simpleForm());

function file(content: string | Uint8Array<ArrayBuffer>, name = 'data') {
  return new File([content], name);
}

async function upload(pdf: Uint8Array): Promise<string> {
  const form = new FormData();
  form.append('name', 'Form');
  form.append('file', file(new Uint8Array(pdf), 'form.pdf'));
  const response = await fetch(`${baseUrl}/api/templates`, {
    method: 'POST',
    body: form,
    headers: anna.headers,
  });
  const { publicId } = (await response.json()) as { publicId: string };
  return publicId;
}

type Parts = [name: string, value: string | File][];

function stamp(
  parts: Parts,
  { headers = anna.headers, to = 'stamp' }: { headers?: object; to?: string } = {},
) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return fetch(`${baseUrl}/api/stamper/${to}`, { method: 'POST', body: form, headers: { ...headers } });
}

/** The same over Node's own client, which shows trailers and can hang up. */
async function openStamp(parts: Parts) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const body = new Request(baseUrl, { method: 'POST', body: form });
  const contentType = body.headers.get('content-type') ?? '';
  const headers = { ...anna.headers, 'content-type': contentType };
  const client = httpRequest(`${baseUrl}/api/stamper/stamp`, { method: 'POST', headers });
  client.end(Buffer.from(await body.arrayBuffer()));
  return client;
}

async function stampRaw(parts: Parts) {
  const [response] = (await once(await openStamp(parts), 'response')) as [IncomingMessage];
  const body = await buffer(response);
  return { headers: response.headers, trailers: response.trailers, body };
}

const rows = 'Name,City\nAnna,Bergen\nBert,Lund\n';
const good = (): Parts => [
  ['templateId', templateId],
  ['file', file(rows)],
];
const archiveOf = async (response: Response) => readArchive(Buffer.from(await response.arrayBuffer()));

test('a spreadsheet in, an archive of filled PDFs out, counted as actions', async () => {
  const response = await stamp(good());
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('stamp-warnings')).toBe('0');
  const entries = await archiveOf(response);
  expect(entries.map(({ name }) => name)).toEqual(['output_1.pdf', 'output_2.pdf']);
  expect(await fieldsOf(entries[1]?.bytes ?? new Uint8Array())).toMatchObject({ Name: 'Bert', City: 'Lund' });
  const me = await fetch(`${baseUrl}/api/me`, { headers: anna.headers });
  expect(await me.json()).toMatchObject({ monthlyActionsUsed: 2 });
});

test('naming pattern and flatten are taken from the form', async () => {
  const response = await stamp([...good(), ['namingPattern', '[Name] of [City]'], ['flatten', 'true']]);
  const [entry] = await archiveOf(response);
  expect(entry?.name).toBe('Anna_of_Bergen.pdf');
  expect(await fieldsOf(entry?.bytes ?? new Uint8Array())).toEqual({});
});

test('rows that cannot be stamped: rejected by default, left out and reported on request', async () => {
  const parts: Parts = [
    ['templateId', templateId],
    ['file', file('Name,Zip\nAnna,1\nBert,1234567\n')],
  ];
  const rejected = await stamp(parts);
  expect(rejected.status).toBe(400);
  expect(rejected.headers.get('content-type')).toContain('application/problem+json');
  expect(await rejected.json()).toMatchObject({
    code: 'ROWS_INVALID',
    errors: [{ path: 'row 3, column Zip' }],
  });
  const skipped = await stamp([...parts, ['onError', 'skip']]);
  expect((await archiveOf(skipped)).map(({ name }) => name)).toEqual(['output_1.pdf', 'errors.csv']);
});

test('a long table with onError=skip is not checked first: its warnings follow the archive', async () => {
  const table = `Name,Zip,Extra\n${'Anna,1,x\n'.repeat(2_100)}Bert,1234567,x\n`;
  const { headers, trailers, body } = await stampRaw([
    ['templateId', templateId],
    ['file', file(table)],
    ['onError', 'skip'],
  ]);
  expect(headers['stamp-warnings']).toBeUndefined();
  expect(trailers['stamp-warnings']).toBe('1');
  const entries = await readArchive(body);
  expect(entries).toHaveLength(2_101);
  expect(entries.at(-1)?.name).toBe('errors.csv');
});

test('a client of HTTP/1.0 gets the archive as it is: no chunks, no trailer', async () => {
  const form = new FormData();
  form.append('templateId', templateId);
  form.append('onError', 'skip');
  form.append('file', file(`Name\n${'Anna\n'.repeat(2_001)}`));
  const request = new Request(baseUrl, { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const socket = createConnection(Number(new URL(baseUrl).port), '127.0.0.1');
  const head = [
    'POST /api/stamper/stamp HTTP/1.0',
    `Authorization: ${anna.headers.authorization}`,
    `Content-Type: ${request.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  const response = await buffer(socket);
  const end = response.indexOf('\r\n\r\n');
  expect(response.subarray(0, end).toString()).not.toMatch(/transfer-encoding|trailer/i);
  expect(await readArchive(response.subarray(end + 4))).toHaveLength(2_001);
});

test('the check reports in full and counts nothing', async () => {
  const before = await actionsOf(api, anna.user);
  const response = await stamp(
    [
      ['templateId', templateId],
      ['file', file('Name,Zip,Extra\nAnna,1234567,x\n')],
    ],
    { to: 'check' },
  );
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    rows: 1,
    documents: 0,
    columns: { used: ['Name', 'Zip'], unused: ['Extra'], missing: expect.any(Array) },
    errors: { total: 1, items: [{ row: 2, column: 'Zip', code: 'TEXT_TOO_LONG' }] },
    warnings: { total: 1 },
  });
  expect(await actionsOf(api, anna.user)).toBe(before);
});

const bad: [what: string, parts: () => Parts, code: string][] = [
  ['no file', () => [['templateId', templateId]], 'VALIDATION_FAILED'],
  ['no template', () => [['file', file(rows)]], 'VALIDATION_FAILED'],
  ['two files', () => [...good(), ['file', file(rows)]], 'VALIDATION_FAILED'],
  ['an unknown field', () => [...good(), ['color', 'red']], 'VALIDATION_FAILED'],
  ['a field twice', () => [...good(), ['templateId', templateId]], 'VALIDATION_FAILED'],
  [
    'text in place of the file',
    () => [
      ['templateId', templateId],
      ['file', rows],
    ],
    'VALIDATION_FAILED',
  ],
  ['an unknown onError', () => [...good(), ['onError', 'ignore']], 'VALIDATION_FAILED'],
  ['an unknown flatten', () => [...good(), ['flatten', 'yes']], 'VALIDATION_FAILED'],
  [
    'an empty file',
    () => [
      ['templateId', templateId],
      ['file', file('')],
    ],
    'TABLE_EMPTY',
  ],
  [
    'a header alone',
    () => [
      ['templateId', templateId],
      ['file', file('Name\n')],
    ],
    'TABLE_EMPTY',
  ],
  [
    'no known column',
    () => [
      ['templateId', templateId],
      ['file', file('Foo\n1\n')],
    ],
    'TABLE_NO_KNOWN_COLUMN',
  ],
  [
    'a PDF for a table',
    () => [
      ['templateId', templateId],
      ['file', file('%PDF-1.7')],
    ],
    'TABLE_UNSUPPORTED_FORMAT',
  ],
  [
    'an open quote',
    () => [
      ['templateId', templateId],
      ['file', file('Name\n"Anna\n')],
    ],
    'TABLE_QUOTE_UNBALANCED',
  ],
];

test.each(bad)('%s is a 400 that says what is wrong', async (_, parts, code) => {
  const response = await stamp(parts());
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code, status: 400, detail: expect.stringMatching(/\w/) });
});

test('a template without fields is rejected when stamping', async () => {
  const empty = await PDFDocument.create();
  empty.addPage();
  const response = await stamp([
    ['templateId', await upload(await empty.save())],
    ['file', file(rows)],
  ]);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'TEMPLATE_HAS_NO_TARGETS' });
});

test('what belongs to a stranger looks like what does not exist', async () => {
  const stranger = await signIn(api);
  const strip = ({ requestId: _, ...body }: Record<string, unknown>) => body;
  const foreign = await stamp(good(), { headers: stranger.headers });
  const missing = await stamp([
    ['templateId', `tpl_${'0'.repeat(26)}`],
    ['file', file(rows)],
  ]);
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(strip((await foreign.json()) as Record<string, unknown>)).toEqual(
    strip((await missing.json()) as Record<string, unknown>),
  );
});

test.each(['stamp', 'check'])('%s needs an account that may do more than look', async (to) => {
  expect((await stamp(good(), { to, headers: {} })).status).toBe(401);
  const guest = await signIn(api, 'GUEST');
  expect((await stamp(good(), { to, headers: guest.headers })).status).toBe(403);
});

test('a failure after the first byte breaks the connection, so that no client takes the archive for whole', async () => {
  const { usage } = api.services;
  const { record } = usage;
  usage.record = () => Promise.reject(new Error('the database is away'));
  try {
    const response = await stamp(good());
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  } finally {
    usage.record = record;
  }
});

test('a client that hangs up leaves no file behind', async () => {
  const table = `Name,City\n${'Anna,Bergen\n'.repeat(20_000)}`;
  const { promise: responded, resolve } = Promise.withResolvers<void>();
  const client = await openStamp([
    ['templateId', templateId],
    ['file', file(table)],
  ]);
  client.on('error', () => {});
  client.on('response', (response) => {
    response.on('error', () => {});
    response.once('data', () => resolve());
  });
  await responded;
  const uploads = path.join(api.folder, 'tmp');
  expect(await readdir(uploads)).not.toEqual([]);
  client.destroy();
  await until(async () => (await readdir(uploads)).length === 0);
});
