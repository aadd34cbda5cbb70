import { createWriteStream, openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ApiClient, getData, toForm } from '../../client/client.ts';

export const examples = path.join(import.meta.dirname, '../../../examples');

const templateName = 'Equipment rental agreement';

/** The demo's template, made or brought up to date; another run changes nothing. */
export async function keepTemplate(
  api: ApiClient,
): Promise<{ publicId: string; name: string; change: 'created' | 'updated' | 'unchanged' }> {
  const pdf = await readFile(path.join(examples, 'form.pdf'));
  // On one line: a form's line ends become CRLF on their way, and the stored text would differ from ours.
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

export interface StampOutcome {
  bytes: number;
  seconds: number;
  /** Values that were shrunk, cut or could not be formatted. */
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
  if (archive === null) throw new Error('The stamp request was answered without a body.');
  await pipeline(Readable.fromWeb(archive), createWriteStream(target));
  const { response } = await stamping;
  return {
    bytes: (await stat(target)).size,
    seconds: (performance.now() - start) / 1000,
    warnings: Number(response.headers.get('stamp-warnings') ?? 0),
  };
}
