import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createConnection } from 'node:net';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { multipart, type Part } from '../support/multipart.ts';
import { createTemplate, pdfFixture, pdfPart, sendForm, traces, untilTidy } from '../support/templates.ts';

const api = await startTestApp({
  name: 'templates-rejected',
  env: { MAX_PDF_BYTES: '100000', MAX_PDF_PAGES: '1' },
});
const owner = await signIn(api);
const existing = (await createTemplate(api, owner, { json: '{"FieldMappings":{"Name":"A"}}' })).publicId;
await untilTidy(api);
// Files that the previous test left to be removed must not count as those of this one.
beforeEach(() => untilTidy(api));

/** Asserts that the call is rejected with this code, on creation and on update alike, and changes nothing at all. */
async function expectRejected(parts: Part[], code: string): Promise<void> {
  const before = await traces(api);
  const name = { name: 'name', value: 'x' };
  const withName = parts.some((part) => part.name === 'name') ? parts : [name, ...parts];
  for (const request of [
    { parts: withName },
    { method: 'PUT' as const, url: `/api/templates/${existing}`, parts },
  ]) {
    const response = await sendForm(api, owner, request);
    expect([response.statusCode, response.json().code]).toEqual([400, code]);
    expect(response.body.length).toBeLessThan(1000);
    expect(response.json().detail).not.toMatch(/\n\s+at |\/tmp|\/work|node_modules/);
  }
  await untilTidy(api);
  expect(await traces(api)).toEqual(before);
}

test.each([
  ['24-truncated.pdf', 'PDF_DAMAGED'],
  ['25-not-a-pdf.pdf', 'PDF_NOT_A_PDF'],
  ['26-zero-bytes.pdf', 'PDF_NOT_A_PDF'],
  ['27-header-only.pdf', 'PDF_DAMAGED'],
  ['28-zero-pages.pdf', 'PDF_NO_PAGES'],
])('%s is rejected', async (file, code) => {
  await expectRejected([await pdfPart(file)], code);
});

test('a PDF that needs a password is rejected', async () => {
  const plain = (await pdfFixture('00-simple.pdf')).toString('latin1');
  const id = '<00112233445566778899aabbccddeeff>';
  const encrypt = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [${id} ${id}]`;
  const value = Buffer.from(plain.replace(/trailer\s*<</, `trailer\n<< ${encrypt} `), 'latin1');
  await expectRejected([{ name: 'file', value, filename: 'locked.pdf' }], 'PDF_ENCRYPTED');
});

test('a PDF with too many pages is rejected', async () => {
  await expectRejected([await pdfPart('agreement-60-fields.pdf')], 'PDF_TOO_MANY_PAGES');
});

test.each(['15-leading-junk.pdf', '15b-trailing-junk.pdf'])('%s is accepted', async (file) => {
  expect((await createTemplate(api, owner, { pdf: file })).columns).toBe('Name,City,Zip');
});

test('29-field-tree-cycle.pdf gets a response and blocks no one', async () => {
  const parts = [{ name: 'name', value: 'x' }, await pdfPart('29-field-tree-cycle.pdf')];
  expect([200, 400]).toContain((await sendForm(api, owner, { parts })).statusCode);
});

const text = (name: string, value: string | Uint8Array): Part => ({ name, value });
const LATIN1 = Buffer.from('{"TemplateTitle":"Zoë","FieldMappings":{}}', 'latin1');

describe('an invalid form is rejected', () => {
  test.each<[string, (pdf: Part) => Part[], string]>([
    ['two files', (pdf) => [pdf, pdf], 'VALIDATION_FAILED'],
    ['four files', (pdf) => [pdf, pdf, pdf, pdf], 'VALIDATION_FAILED'],
    ['a hundred files', (pdf) => Array(100).fill(pdf), 'MULTIPART_INVALID'],
    ['an unknown field', (pdf) => [pdf, text('flags', 'SMO')], 'VALIDATION_FAILED'],
    ['the file as text', () => [text('file', '%PDF-1.7')], 'VALIDATION_FAILED'],
    [
      'a file in a text field',
      (pdf) => [pdf, { ...text('columns', 'a,b'), filename: 'c.txt' }],
      'VALIDATION_FAILED',
    ],
    ['a field twice', (pdf) => [pdf, text('columns', 'a'), text('columns', 'b')], 'VALIDATION_FAILED'],
    ['a part without a name', (pdf) => [pdf, { value: 'x' }], 'VALIDATION_FAILED'],
    ['a name of 10 KB', (pdf) => [pdf, text('n'.repeat(10_000), 'x')], 'VALIDATION_FAILED'],
    ['a field called __proto__', (pdf) => [pdf, text('__proto__', 'x')], 'MULTIPART_INVALID'],
    ['a blank name', (pdf) => [pdf, text('name', '  ')], 'VALIDATION_FAILED'],
    ['a name of 201 characters', (pdf) => [pdf, text('name', 'x'.repeat(201))], 'VALIDATION_FAILED'],
    ['a name that is no UTF-8', (pdf) => [pdf, text('name', LATIN1)], 'VALIDATION_FAILED'],
    ['mappings that are no UTF-8', (pdf) => [pdf, text('json', LATIN1)], 'VALIDATION_FAILED'],
    [
      'mappings that are no UTF-8 and said to be JSON',
      (pdf) => [pdf, { ...text('json', LATIN1), type: 'application/json' }],
      'VALIDATION_FAILED',
    ],
    ['a name with a line break', (pdf) => [pdf, text('name', 'a\nb')], 'VALIDATION_FAILED'],
    ['a name of two lines', (pdf) => [pdf, text('name', 'a\u2028b')], 'VALIDATION_FAILED'],
    ['an invisible name', (pdf) => [pdf, text('name', ' \u200b')], 'VALIDATION_FAILED'],
    ['a NUL', (pdf) => [pdf, text('columns', 'a\0b')], 'VALIDATION_FAILED'],
    ['a field of 300 KB', (pdf) => [pdf, text('columns', 'x'.repeat(300_000))], 'VALIDATION_FAILED'],
    [
      'a JSON part of 300 KB',
      (pdf) => [pdf, { ...text('json', `"${'x'.repeat(300_000)}"`), type: 'application/json' }],
      'VALIDATION_FAILED',
    ],
    [
      '5,000 fields',
      (pdf) => [pdf, ...Array.from({ length: 5000 }, (_, i) => text(`f${i}`, ''))],
      'MULTIPART_INVALID',
    ],
    [
      'a file over the limit',
      () => [{ name: 'file', value: randomBytes(100_001), filename: 'big.pdf' }],
      'FILE_TOO_LARGE',
    ],
    ['mappings that are no JSON', (pdf) => [pdf, text('json', '{')], 'MAPPINGS_INVALID'],
    ['mappings that are an array', (pdf) => [pdf, text('json', '[]')], 'MAPPINGS_INVALID'],
    [
      'mappings with a negative size',
      (pdf) => [pdf, text('json', '{"FieldMappings":{"a":{"FontSize":-1}}}')],
      'MAPPINGS_INVALID',
    ],
    [
      'mappings 1e400 points away',
      (pdf) => [pdf, text('json', '{"FieldMappings":{"a":{"Page":1,"X":1e400,"Y":1}}}')],
      'MAPPINGS_INVALID',
    ],
  ])('%s', async (_name, parts, code) => {
    await expectRejected(parts(await pdfPart()), code);
  });

  test.each<[string, (pdf: Part) => Part[], string]>([
    ['no file', () => [text('name', 'x')], 'file'],
    ['no name', (pdf) => [pdf], 'name'],
    ['an empty form', () => [], 'name'],
    ['a file input left empty', () => [text('name', 'x'), { name: 'file', value: '', filename: '' }], 'file'],
    [
      'an organization of others',
      (pdf) => [pdf, text('name', 'x'), text('organizationId', 'org_00000000000000000000000000')],
      'organizationId',
    ],
  ])('%s', async (_name, parts, path) => {
    const response = await sendForm(api, owner, { parts: parts(await pdfPart()) });
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(response.json().errors.map((error: { path: string }) => error.path)).toContain(path);
  });
});

test.each<[string, (pdf: Part) => Part[], Record<string, string>]>([
  ['a name that is no UTF-8', (pdf) => [pdf, text('name', LATIN1)], { name: 'must be valid UTF-8' }],
  [
    'a name as a file',
    (pdf) => [pdf, { ...text('name', 'x'), filename: 'n.txt' }],
    { name: 'is not a file field; send text, or remove it' },
  ],
  [
    'a PDF as text',
    ({ value }) => [text('name', 'x'), text('file', value)],
    { file: 'must be a file, not text' },
  ],
  [
    'a text of 300 KB as the file',
    () => [text('name', 'x'), text('file', 'x'.repeat(300_000))],
    { file: 'must be a file, not text' },
  ],
])('%s is reported once, with the correct error', async (_name, parts, errors) => {
  const response = await sendForm(api, owner, { parts: parts(await pdfPart()) });
  expect(response.json().errors).toEqual(
    Object.entries(errors).map(([path, message]) => ({ path, message })),
  );
});

test.each(['application/pdf', 'application/octet-stream', 'text/csv'])(
  'a file without a name, said to be %s, is taken',
  async (type) => {
    const { value } = await pdfPart();
    const parts = [text('name', 'x'), { name: 'file', value, type }];
    expect((await sendForm(api, owner, { parts })).statusCode).toBe(200);
  },
);

test('a name has up to 200 characters, independent of their size in memory', async () => {
  const parts = [text('name', '😀'.repeat(200)), await pdfPart()];
  const response = await sendForm(api, owner, { parts });
  expect([response.statusCode, response.json().name]).toEqual([200, '😀'.repeat(200)]);
});

describe('a body that is not a form is rejected', () => {
  const form = multipart([text('name', 'x')]);
  const boundary = form.headers['content-type'].split('=')[1] ?? '';
  test.each<[string, { type: string | undefined; body: Buffer }]>([
    ['JSON', { type: 'application/json', body: Buffer.from('{"name":"x"}') }],
    ['no content type', { type: undefined, body: form.payload }],
    ['no boundary', { type: 'multipart/form-data', body: form.payload }],
    ['an empty boundary', { type: 'multipart/form-data; boundary=', body: form.payload }],
    [
      'a boundary of 252 characters',
      { type: `multipart/form-data; boundary=${'b'.repeat(252)}`, body: form.payload },
    ],
    ['another boundary', { type: 'multipart/form-data; boundary=other', body: form.payload }],
    ['the end is missing', { type: form.headers['content-type'], body: form.payload.subarray(0, -10) }],
    [
      'cut off in a header',
      { type: form.headers['content-type'], body: form.payload.subarray(0, boundary.length + 20) },
    ],
    ['an empty body', { type: form.headers['content-type'], body: Buffer.alloc(0) }],
    ['multipart/mixed', { type: `multipart/mixed; boundary=${boundary}`, body: form.payload }],
  ])('%s', async (_name, { type, body }) => {
    const headers = { ...owner.headers, ...(type !== undefined && { 'content-type': type }) };
    const before = await traces(api);
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/templates',
      headers,
      payload: body,
    });
    expect(response.statusCode).toBe(400);
    await untilTidy(api);
    expect(await traces(api)).toEqual(before);
  });
});

test('the file name of an upload is never used as a path', async () => {
  const names = ['../../x.pdf', '..\\..\\x', 'C:\\x.pdf', '/etc/passwd', '\u202Efdp.exe', 'x'.repeat(5000)];
  for (const filename of names) {
    const parts = [text('name', 'x'), { ...(await pdfPart()), filename }];
    const response = await sendForm(api, owner, { parts });
    expect(response.json().pdfPath).toMatch(/^[0-9a-z]{26}\.pdf$/);
  }
});

test('a client that disconnects during an upload leaves no files', async () => {
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
  const before = await traces(api);
  const form = multipart([
    text('name', 'x'),
    { name: 'file', value: randomBytes(50_000), filename: 'a.pdf' },
  ]);
  const { port } = api.app.server.address() as AddressInfo;
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.write(
    `POST /api/templates HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.headers.authorization}\r\n` +
      `Content-Type: ${form.headers['content-type']}\r\nContent-Length: ${form.payload.length}\r\n\r\n`,
  );
  socket.write(form.payload.subarray(0, 30_000));
  await untilUploading();
  socket.destroy();
  await once(socket, 'close');
  await untilTidy(api);
  expect(await traces(api)).toEqual(before);
});

/** Waits until the upload has a file on disk: only then is there something to leave behind. */
async function untilUploading(): Promise<void> {
  for (;;) {
    const { temporary } = (await traces(api)) as { temporary: string[] };
    if (temporary.some((name) => name.endsWith('upload'))) return;
  }
}
