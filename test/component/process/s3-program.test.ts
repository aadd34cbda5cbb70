import { multipart } from '../../support/multipart.ts';
import { runMain, startMain } from '../../support/program.ts';
import {
  emptyDatabaseUrl,
  temporalAddress,
  testBucket,
  testFolder,
  testTaskQueue,
} from '../../support/stack/stack.ts';
import { S3_KEYS } from '../../support/storage/weed-server.ts';
import { pdfFixture, pdfPart } from '../../support/templates.ts';

const env = async (more: Record<string, string>) => ({
  DATA_DIR: await testFolder('s3-program'),
  DATABASE_URL: await emptyDatabaseUrl('s3-program'),
  TEMPORAL_ADDRESS: await temporalAddress(),
  TEMPORAL_TASK_QUEUE: testTaskQueue('s3-program'),
  STORAGE_URL: `s3://${server.bucket}/ours`,
  S3_ENDPOINT: server.endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  ...more,
});

/** The whole program with its files in a bucket. */
const server = await testBucket();
const program = await runMain(await env({}));

afterAll(async () => {
  program.kill('SIGTERM');
  await program.ended;
});

test('a template goes to the bucket and comes back as it was, whole, in part, and stamped', async () => {
  const credentials = { email: 'admin@example.com', password: 'correct horse' };
  const logIn = await fetch(`${program.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const authorization = `Bearer ${((await logIn.json()) as { accessToken: string }).accessToken}`;
  const { payload, headers } = multipart([await pdfPart(), { name: 'name', value: 'In a bucket' }]);
  const created = await fetch(`${program.url}/api/templates`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: new Uint8Array(payload),
  });
  expect(created.status).toBe(200);
  const { publicId } = (await created.json()) as { publicId: string };
  const get = (path: string, body?: object) =>
    fetch(`${program.url}/api/templates/${publicId}/${path}`, {
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const pdf = Buffer.from(await (await get('pdf')).arrayBuffer());
  expect(pdf.equals(await pdfFixture('00-simple.pdf'))).toBe(true);
  expect((await get('thumbnail')).headers.get('content-type')).toBe('image/png');
  const preview = await get('preview', { row: {} });
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test.each([
  [
    'a bucket that does not exist',
    { STORAGE_URL: 's3://nowhere' },
    /s3:\/\/nowhere .*does not exist: create it/,
  ],
  ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }, /secret key is wrong: check AWS_SECRET_ACCESS_KEY/],
])('%s ends the start with what to do', async (_, wrong, message) => {
  const failed = startMain(await env(wrong));
  expect(await failed.ended).toBe(1);
  const said = failed.lines.join('\n');
  expect(said).toMatch(message);
  expect(said).not.toContain(S3_KEYS.secretAccessKey);
});
