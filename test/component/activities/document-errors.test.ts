import { readFile } from 'node:fs/promises';
import { systemClock } from '../../../src/infra/clock.ts';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import { createDocumentStamper } from '../../../src/modules/documents/document-stamper.ts';
import { createStampingPool } from '../../../src/stamping-pool/stamping-pool.ts';
import { sharedFailureTypes } from '../../../workflows/contracts/node.ts';
import { testFolder } from '../../support/stack/stack.ts';

interface Attempt {
  /** Field mappings; null for none. */
  mappings: object | null;
  columns: string[];
  timeoutMs: number;
}

/** Stamps a document of a template with one field, with a blank value for each column. Returns the error. */
async function failureOf({ mappings, columns, timeoutMs }: Attempt): Promise<unknown> {
  const storage = createFolderStorage(await testFolder('document-stamper'));
  const pdf = await readFile(new URL('../../fixtures/pdf/00-simple.pdf', import.meta.url));
  await storage.putIfAbsent('form.pdf', pdf);
  const stampingPool = createStampingPool({ threads: 1, timeoutMs });
  const template = {
    versionId: 1,
    version: 1,
    fileKey: 'form.pdf',
    fileSize: pdf.length,
    json: mappings && JSON.stringify({ FieldMappings: mappings }),
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
    columns,
    values: columns.map(() => ''),
    namingPattern: null,
    flatten: false,
    isRetry: false,
  };
  const stamper = createDocumentStamper({ documents, stampingPool, storage, actions, clock: systemClock });
  try {
    return await stamper.stamp(request).catch((error: unknown) => error);
  } finally {
    await stampingPool.close();
  }
}

test('a document that takes too long fails its run without retries, and not its workflow', async () => {
  const failure = await failureOf({ mappings: null, columns: [], timeoutMs: 1 });
  expect(failure).toMatchObject({ code: 'PDF_TOO_COMPLEX', retryable: false });
  expect(sharedFailureTypes).not.toContain('PDF_TOO_COMPLEX');
});

test('the error of a document describes its first five problems and the number of the others', async () => {
  const columns = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const placed = columns.map((name) => [name, { ColumnHeader: name, Page: 1, X: 9, Y: 9, Required: true }]);
  const failure = await failureOf({ mappings: Object.fromEntries(placed), columns, timeoutMs: 60_000 });
  expect(failure).toMatchObject({ code: 'ROWS_INVALID' });
  const { message } = failure as Error;
  expect([...message.matchAll(/Column "(.)": /g)].map(([, column]) => column)).toEqual(columns.slice(0, 5));
  expect(message).toMatch(/ And 2 more\.$/);
});
