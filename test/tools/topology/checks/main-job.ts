import path from 'node:path';
import { stampRows, upsertTemplate } from '../../../../src/cli/demo/templates.ts';
import { postOrder, upsertWorkflow, waitForRun } from '../../../../src/cli/demo/workflows.ts';
import { getData, logIn } from '../../../../src/client/client.ts';
import { PDFDocument } from '../../../../src/stamping/pdf/pdf-lib.ts';
import { admin, type Topology } from '../start-topology.ts';

/**
 * Runs the job of the demo, with alternating APIs: stamps a workbook into a ZIP, and posts an order that becomes a document.
 * Returns a description of the result. Throws if a step fails or the document is not a PDF.
 */
export async function doMainJob({ apis }: Topology, folder: string): Promise<string> {
  const [first, second] = await Promise.all(apis.map(({ url }) => logIn({ baseUrl: url }, admin)));
  if (first === undefined || second === undefined) throw new Error('The main job requires two APIs.');
  const { publicId: templateId } = await upsertTemplate(first);
  const { bytes, warnings } = await stampRows(second, { templateId, target: path.join(folder, 'rows.zip') });
  const workflow = await upsertWorkflow(second, templateId);
  const runId = await postOrder(first, workflow);
  const run = await waitForRun(second, { workflowId: workflow.publicId, runId });
  const [document] = run.documents;
  if (document === undefined) throw new Error('The run ended without a document.');
  const params = { path: { documentId: document.documentId } };
  const response = first.GET('/api/documents/{documentId}/pdf', { params, parseAs: 'arrayBuffer' });
  const pages = (await PDFDocument.load(await getData(response))).getPageCount();
  return `a ZIP of ${bytes} bytes with ${warnings} warnings; a run with a document of ${pages} pages`;
}
