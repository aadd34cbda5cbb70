import fc from 'fast-check';
import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const PDF = Buffer.from(`%PDF-1.7 ${'0123456789'.repeat(20)}`);
const SIZE = PDF.length;
const ETAG = `"${'a'.repeat(64)}"`;

const api = await startTestApp({ name: 'documents-range' });
const owner = await signIn(api);
const { publicId: workflowId } = await createWorkflow(api, owner);
const [run = ''] = await insertRuns(api, { workflowId, runs: [{ status: 'COMPLETED' }] });
const documentId = createPublicId('doc');
const key = `documents/${documentId}.pdf`;
await api.services.storage.put(key, PDF);
await api.services.orm.em.fork().execute(
  `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
                           storage_key, size, sha256)
     select ?, id, ?, 'n', 'tpl_x', 1, 'a.pdf', ?, ?, ? from run where public_id = ?`,
  [documentId, owner.user.id, key, SIZE, 'a'.repeat(64), run],
);
const url = `/api/documents/${documentId}/pdf`;

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  api.app.inject({ method, url, headers: { ...owner.headers, ...headers } });

test('the whole says that parts can be had', async () => {
  const { statusCode, headers, rawPayload } = await get();
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'accept-ranges': 'bytes', etag: ETAG, 'content-length': String(SIZE) });
  expect(rawPayload.equals(PDF)).toBe(true);
});

test.each([
  ['bytes=0-3', 0, 3],
  ['bytes=5-', 5, SIZE - 1],
  ['bytes=-4', SIZE - 4, SIZE - 1],
  ['bytes=0-999999', 0, SIZE - 1],
  ['bytes=-999999', 0, SIZE - 1],
  [`bytes=${SIZE - 1}-`, SIZE - 1, SIZE - 1],
])('%s is that part', async (range, start, end) => {
  const { statusCode, headers, rawPayload } = await get({ range });
  expect([statusCode, headers['content-range'], headers['content-length']]).toEqual([
    206,
    `bytes ${start}-${end}/${SIZE}`,
    String(end - start + 1),
  ]);
  expect(rawPayload.equals(PDF.subarray(start, end + 1))).toBe(true);
});

test.each([
  'bytes=0-1,5-6',
  'bytes=9-3',
  'bytes=a-b',
  'bytes=',
  'lines=0-3',
  '0-3',
  'bytes=--1',
  'bytes=1.5-2',
])('the response to %j is the whole file', async (range) => {
  const { statusCode, headers, rawPayload } = await get({ range });
  expect([statusCode, rawPayload.length, headers['content-range']]).toEqual([200, SIZE, undefined]);
});

test.each([`bytes=${SIZE}-`, 'bytes=999999-', 'bytes=-0', 'bytes=99999999999999999999-'])(
  '%s begins behind the end: 400, none of its bytes',
  async (range) => {
    const response = await get({ range });
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(response.headers['content-disposition']).toBeUndefined();
  },
);

test('a part of another version is not mixed into what the client has', async () => {
  const range = 'bytes=0-3';
  expect((await get({ range, 'if-range': ETAG })).statusCode).toBe(206);
  for (const other of ['"other"', `W/${ETAG}`, 'Sat, 28 Nov 2026 10:00:00 GMT']) {
    expect((await get({ range, 'if-range': other })).rawPayload.length).toBe(SIZE);
  }
});

test('HEAD describes the whole file, whatever range it asks for', async () => {
  const { statusCode, headers } = await get({ range: 'bytes=0-3' }, 'HEAD');
  expect([statusCode, headers['content-length']]).toEqual([200, String(SIZE)]);
});

test('any header is 200, 206 or 400, and parts are what they say', async () => {
  const number = fc.oneof(fc.constant(''), fc.nat(SIZE + 20).map(String));
  const header = fc.oneof(
    fc.tuple(number, number).map(([from, to]) => `bytes=${from}-${to}`),
    fc.string({ unit: fc.constantFrom(...'bytes=0123456789-, '), minLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(header, async (range) => {
      const { statusCode, headers, rawPayload } = await get({ range });
      expect([200, 206, 400]).toContain(statusCode);
      if (statusCode !== 206) return;
      const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(String(headers['content-range'])) ?? [];
      expect(rawPayload.equals(PDF.subarray(Number(start), Number(end) + 1))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
