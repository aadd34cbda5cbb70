import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pino } from 'pino';
import { createPublicId } from '../../src/infra/public-id.ts';
import { createSql } from '../../src/infra/sql.ts';
import { createFindDocuments } from '../../src/modules/documents/archive/archive.repository.ts';
import { createArchiveService } from '../../src/modules/documents/archive/archive.service.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { readZip } from '../support/read-zip.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Lines of the log. */
const faults: string[] = [];

const logger = pino({ level: 'error' }, { write: (line: string) => faults.push(line) });
const api = await startTestApp({ name: 'document-archive', logger });
const owner = await signIn(api);

const get = (workflowId: string, query = '') =>
  api.app.inject({ url: `/api/workflows/${workflowId}/documents.zip${query}`, headers: owner.headers });

async function addDocument(runId: string, name: string, content: string, recorded = content) {
  const documentId = createPublicId('doc');
  const key = `documents/${documentId}.pdf`;
  await api.services.storage.put(key, Buffer.from(content));
  const sha256 = createHash('sha256').update(recorded).digest('hex');
  await api.services.orm.em.fork().execute(
    `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
                           storage_key, size, sha256)
     select ?, id, ?, ?, 'tpl_x', 1, ?, ?, ?, ? from run where public_id = ?`,
    [documentId, owner.user.id, documentId.slice(-8), name, key, recorded.length, sha256, runId],
  );
  return { documentId, key, sha256 };
}

async function twoRuns() {
  const { publicId } = await createWorkflow(api, owner);
  const [one = '', two = ''] = await insertRuns(api, {
    workflowId: publicId,
    runs: [
      { status: 'COMPLETED', at: '2026-03-01T10:00:00Z' },
      { status: 'FAILED', at: '2026-03-02T10:00:00Z' },
    ],
  });
  return { publicId, one, two };
}

test('the documents of all runs are one archive; equal names get suffixes; the manifest names each', async () => {
  const { publicId, one, two } = await twoRuns();
  const first = await addDocument(one, 'Letter.pdf', '%PDF one');
  await addDocument(two, 'letter.pdf', '%PDF two');
  await addDocument(two, '../../Zoé.pdf', '%PDF three');
  const response = await get(publicId);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  const entries = await readZip(response.rawPayload);
  expect(Object.keys(entries).toSorted()).toEqual(['Letter.pdf', 'Zoé.pdf', 'letter_2.pdf', 'manifest.json']);
  expect(entries['letter_2.pdf']).toBe('%PDF two');
  const { documents } = JSON.parse(entries['manifest.json'] ?? '');
  expect(documents).toHaveLength(3);
  expect(documents[0]).toEqual({
    name: 'Letter.pdf',
    size: 8,
    sha256: first.sha256,
    documentId: first.documentId,
    runId: one,
    eventId: one.replace('run_', 'evt_'),
    nodeId: expect.any(String),
  });
});

test('time and status choose the runs; nothing chosen is an archive with an empty manifest', async () => {
  const { publicId, one, two } = await twoRuns();
  await addDocument(one, 'a.pdf', '%PDF a');
  await addDocument(two, 'b.pdf', '%PDF b');
  const names = async (query: string) => Object.keys(await readZip((await get(publicId, query)).rawPayload));
  expect(await names('?status=FAILED')).toEqual(['b.pdf', 'manifest.json']);
  expect(await names('?to=2026-03-01')).toEqual(['a.pdf', 'manifest.json']);
  expect(await names('?from=2027-01-01')).toEqual(['manifest.json']);
  for (const query of ['?status=nope', '?from=2026-02-30', '?size=1'])
    expect((await get(publicId, query)).statusCode).toBe(400);
});

test('HEAD breaks the archive off, and that is no fault', async () => {
  const { publicId, one } = await twoRuns();
  await addDocument(one, 'a.pdf', '%PDF a');
  const url = `/api/workflows/${publicId}/documents.zip`;
  const response = await api.app.inject({ method: 'HEAD', url, headers: owner.headers });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(faults).toEqual([]);
});

test.each(['missing', 'shorter than recorded'])(
  'a document that is %s breaks the archive off',
  async (fault) => {
    const { publicId, one } = await twoRuns();
    await addDocument(one, 'a.pdf', '%PDF a');
    const { key } = await addDocument(one, 'b.pdf', '%PDF', '%PDF longer');
    if (fault === 'missing') await api.services.storage.delete(key);
    await expect(get(publicId)).rejects.toThrow();
  },
);

test.each([
  ['is read', new AbortController()],
  ['is being opened', new AbortController()],
])('a file is closed when the archive is not wanted any more while it %s', async (when, gone) => {
  const { publicId, one } = await twoRuns();
  await addDocument(one, 'Large.pdf', 'x'.repeat(4 * 1024 * 1024));
  const { orm, storage } = api.services;
  let file: Readable | undefined;
  const watched = {
    ...storage,
    async getStream(key: string) {
      file = await storage.getStream(key);
      if (when === 'is being opened') gone.abort();
      return file;
    },
  };
  const findDocuments = createFindDocuments(createSql(orm));
  const archives = createArchiveService({
    orm,
    findDocuments,
    storage: watched,
    logger: pino({ level: 'silent' }),
  });
  const archive = await archives.open(owner.user.id, publicId, { signal: gone.signal });
  archive.on('error', () => {});
  await until(() => file !== undefined);
  archive.destroy();
  await until(() => file?.closed === true);
});
