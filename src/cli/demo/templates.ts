import { createWriteStream, openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ApiClient, getData, toForm } from '../../client/client.ts';

export const examples = path.join(import.meta.dirname, '../../../examples');

const templateName = 'Equipment rental agreement';

/** Creates the template of the demo, or updates it if its form or mappings differ. */
export async function upsertTemplate(
  api: ApiClient,
): Promise<{ publicId: string; name: string; change: 'created' | 'updated' | 'unchanged' }> {
  const pdf = await readFile(path.join(examples, 'form.pdf'));
  // On one line, because multipart forms turn line ends into CRLF, and the stored text would never be equal.
  const json = JSON.stringify(JSON.parse(await readFile(path.join(examples, 'mappings.json'), 'utf8')));
  const body = {
    name: templateName,
    json,
    namingPattern: 'Agreement [Agreement No] [Customer]',
    file: new File([pdf], 'form.pdf', { type: 'application/pdf' }),
  };
  const list = await getData(api.GET('/api/templates'));
  const found = list.find((template) => template.name === templateName);
  if (found === undefined) {
    const { publicId } = await getData(api.POST('/api/templates', { body, bodySerializer: toForm }));
    return { publicId, name: templateName, change: 'created' };
  }
  const { publicId } = found;
  const params = { path: { publicId } };
  const stored = await getData(api.GET('/api/templates/{publicId}', { params }));
  const file = await getData(api.GET('/api/templates/{publicId}/pdf', { params, parseAs: 'arrayBuffer' }));
  if (stored.json === json && Buffer.from(file).equals(pdf)) {
    return { publicId, name: templateName, change: 'unchanged' };
  }
  await getData(api.PUT('/api/templates/{publicId}', { params, body, bodySerializer: toForm }));
  return { publicId, name: templateName, change: 'updated' };
}

interface StampOutcome {
  bytes: number;
  seconds: number;
  /** Number of values that were shrunk, cut or not formatted. */
  warnings: number;
}

/** Stamps the example workbook into a ZIP at `target`. */
export async function stampRows(
  api: ApiClient,
  { templateId, target }: { templateId: string; target: string },
): Promise<StampOutcome> {
  const file = await openAsBlob(path.join(examples, 'rows.xlsx'));
  const start = performance.now();
  const stamping = api.POST('/api/stamper/stamp', {
    body: { templateId, file },
    bodySerializer: toForm,
    parseAs: 'stream',
  });
  const archive = await getData(stamping);
  if (archive === null) throw new Error('The response to the stamp request has no body.');
  await pipeline(Readable.fromWeb(archive), createWriteStream(target));
  const { response } = await stamping;
  return {
    bytes: (await stat(target)).size,
    seconds: (performance.now() - start) / 1000,
    warnings: Number(response.headers.get('stamp-warnings') ?? 0),
  };
}
