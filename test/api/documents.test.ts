import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'documents' });
const owner = await signIn(api);
const runs = [{ status: 'COMPLETED' }];
const { publicId: workflowId } = await createWorkflow(api, owner);
const [runId = ''] = await insertRuns(api, { workflowId, runs });

const get = (path: string, as = owner) => api.app.inject({ url: `/api${path}`, headers: as.headers });

const PDF = Buffer.from('%PDF-1.7 a small one');

async function insertDocument(name: string, { isStored = true, ofRun = runId } = {}) {
  const documentId = createPublicId('doc');
  const key = `documents/${documentId}.pdf`;
  await api.services.orm.em.fork().execute(
    `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
                             storage_key, size, sha256)
       select ?, id, ?, ?, 'tpl_x', 2, ?, ?, ?, 'x' from run where public_id = ?`,
    [documentId, owner.user.id, documentId, name, key, PDF.length, ofRun],
  );
  if (isStored) await api.services.storage.put(key, PDF);
  return { documentId, key };
}

test('the record', async () => {
  const { documentId } = await insertDocument('Vertrag.pdf');
  expect((await get(`/documents/${documentId}`)).json()).toEqual({
    documentId,
    name: 'Vertrag.pdf',
    templateId: 'tpl_x',
    templateVersion: 2,
    workflowId,
    runId,
    nodeId: documentId,
    size: PDF.length,
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
  });
});

test.each([
  ['a.pdf', 'attachment; filename=a.pdf'],
  ['two words.pdf', 'attachment; filename="two words.pdf"'],
  [
    'Größe 李雷.pdf',
    `attachment; filename="Gr??e ??.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E6%9D%8E%E9%9B%B7.pdf`,
  ],
  ['q"\r\nx: y.pdf', `attachment; filename="q\\"??x: y.pdf"; filename*=UTF-8''q%22%0D%0Ax%3A%20y.pdf`],
])('the file %j downloads under its name', async (name, header) => {
  const { documentId } = await insertDocument(name);
  const response = await get(`/documents/${documentId}/pdf`);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(PDF.length),
    'x-content-type-options': 'nosniff',
  });
  expect(decodeURIComponent(String(response.headers['content-disposition']))).toBe(
    decodeURIComponent(header),
  );
  expect(response.rawPayload).toEqual(PDF);
});

test('a file that is gone: 404, not half a response', async () => {
  const { documentId } = await insertDocument('a.pdf', { isStored: false });
  const response = await get(`/documents/${documentId}/pdf`);
  expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
});

test.each(['', '/pdf'])('for others, ADMIN included, there is none: %s', async (path) => {
  const { documentId } = await insertDocument('a.pdf');
  for (const role of ['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const) {
    const as = await signIn(api, role);
    const { requestId: _one, ...problem } = (await get(`/documents/${documentId}${path}`, as)).json();
    const unknown = await get(`/documents/${createPublicId('doc')}${path}`, as);
    const { requestId: _other, ...expected } = unknown.json();
    expect([unknown.statusCode, problem]).toEqual([404, expected]);
  }
  for (const id of ['x', '%00', documentId.toUpperCase()]) {
    expect((await get(`/documents/${id}${path}`)).statusCode).toBe(404);
  }
  expect((await api.app.inject({ url: `/api/documents/${documentId}${path}` })).statusCode).toBe(401);
});

test('a deleted workflow takes its documents along, files too', async () => {
  const workflow = await createWorkflow(api, owner);
  const [ofRun = ''] = await insertRuns(api, { workflowId: workflow.publicId, runs });
  const { documentId, key } = await insertDocument('a.pdf', { ofRun });
  const url = `/api/workflows/${workflow.publicId}`;
  await api.app.inject({ method: 'DELETE', url, headers: owner.headers });
  expect((await get(`/documents/${documentId}`)).statusCode).toBe(404);
  expect(await api.services.storage.find(key)).toBeNull();
});
