import { readFile } from 'node:fs/promises';
import { systemClock } from '../../../src/infra/clock.ts';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import { createDocumentStamper } from '../../../src/modules/documents/document-stamper.ts';
import { createStampingPool } from '../../../src/stamping-pool/stamping-pool.ts';
import { sharedFailureTypes } from '../../../workflows/contracts/node.ts';
import { testFolder } from '../../support/stack/stack.ts';

test('a document that takes too long fails its run without retries, and not its workflow', async () => {
  const storage = createFolderStorage(await testFolder('too-complex'));
  const pdf = await readFile(new URL('../../fixtures/pdf/00-simple.pdf', import.meta.url));
  await storage.putIfAbsent('form.pdf', pdf);
  const stampingPool = createStampingPool({ threads: 1, timeoutMs: 1 });
  const template = {
    versionId: 1,
    version: 1,
    fileKey: 'form.pdf',
    fileSize: pdf.length,
    json: null,
    namingPattern: null,
    columns: '',
    userId: 1,
    organizationId: null,
    isLimited: false,
  };
  const documents = {
    findTemplate: async () => template,
    record: async () => null,
    saveFields: async () => {},
    findReused: async () => null,
  };
  const actions = { reserve: async () => {}, release: async () => {} };
  const request = {
    runId: 'run_1',
    workflowId: 'wrk_1',
    accountId: 'usr_1',
    nodeId: 'n',
    itemIndex: -1,
    templateId: 'tpl_1',
    versionId: 1,
    columns: [],
    values: [],
    namingPattern: null,
    flatten: false,
    isRetry: false,
  };
  try {
    const failure = await createDocumentStamper({
      documents,
      stampingPool,
      storage,
      actions,
      clock: systemClock,
    })
      .stamp(request)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'PDF_TOO_COMPLEX', retryable: false });
    expect(sharedFailureTypes).not.toContain('PDF_TOO_COMPLEX');
  } finally {
    await stampingPool.close();
  }
});
