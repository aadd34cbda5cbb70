import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { stampRows, upsertTemplate } from '../../../../src/cli/demo/templates.ts';
import { postOrder, upsertWorkflow, waitForRun } from '../../../../src/cli/demo/workflows.ts';
import { getData, logIn } from '../../../../src/client/client.ts';
import { admin, type Topology } from '../start-topology.ts';

/**
 * The demo's job, each step at the other API: a workbook becomes a ZIP, an order becomes a document. Throws when either
 * does not come, or the document is no PDF. Answers what came.
 */
export async function doMainJob({ apis }: Topology, folder: string): Promise<string> {
  const [first, second] = await Promise.all(apis.map(({ url }) => logIn({ baseUrl: url }, admin)));
  if (first === undefined || second === undefined) throw new Error('The main job takes two APIs.');
  const { publicId: templateId } = await upsertTemplate(first);
  const { bytes, warnings } = await stampRows(second, { templateId, target: path.join(folder, 'rows.zip') });
  const workflow = await upsertWorkflow(second, templateId);
  const runId = await postOrder(first, workflow);
  const run = await waitForRun(second, { workflowId: workflow.publicId, runId });
  const [document] = run.documents;
  if (document === undefined) throw new Error('The run ended without a document.');
  const params = { path: { documentId: document.documentId } };
  const answer = first.GET('/api/documents/{documentId}/pdf', { params, parseAs: 'arrayBuffer' });
  const pages = (await PDFDocument.load(await getData(answer))).getPageCount();
  return `a ZIP of ${bytes} bytes with ${warnings} warnings; a run with a document of ${pages} pages`;
}
