import { createWriteStream, openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiClient } from './api-client.ts';

export const examples = path.join(import.meta.dirname, '../../examples');

const templateName = 'Equipment rental agreement';

interface TemplateRecord {
  publicId: string;
  name: string;
  json: string | null;
}

/** The demo's template, made or brought up to date; another run changes nothing. */
export async function keepTemplate(
  api: ApiClient,
): Promise<{ publicId: string; name: string; change: 'created' | 'updated' | 'unchanged' }> {
  const pdf = await readFile(path.join(examples, 'form.pdf'));
  // On one line: a form's line ends become CRLF on their way, and the stored text would differ from ours.
  const json = JSON.stringify(JSON.parse(await readFile(path.join(examples, 'mappings.json'), 'utf8')));
  const form = new FormData();
  form.set('name', templateName);
  form.set('json', json);
  form.set('namingPattern', 'Agreement [Agreement No] [Customer]');
  form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'form.pdf');

  const list = await api.json<TemplateRecord[]>('/api/templates');
  const found = list.find((template) => template.name === templateName);
  if (found === undefined) {
    const made = await api.json<TemplateRecord>('/api/templates', { method: 'POST', form });
    return { publicId: made.publicId, name: templateName, change: 'created' };
  }
  const address = `/api/templates/${found.publicId}`;
  const stored = await api.json<TemplateRecord>(address);
  const storedPdf = Buffer.from(await (await api.call(`${address}/pdf`)).arrayBuffer());
  if (stored.json === json && storedPdf.equals(pdf)) {
    return { publicId: found.publicId, name: templateName, change: 'unchanged' };
  }
  await api.json<TemplateRecord>(address, { method: 'PUT', form });
  return { publicId: found.publicId, name: templateName, change: 'updated' };
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
  const form = new FormData();
  form.set('templateId', templateId);
  form.set('file', await openAsBlob(path.join(examples, 'rows.xlsx')), 'rows.xlsx');
  const start = performance.now();
  const response = await api.call('/api/stamper/stamp', { method: 'POST', form });
  if (response.body === null) throw new Error('The stamp request was answered without a body.');
  await pipeline(Readable.fromWeb(response.body), createWriteStream(target));
  return {
    bytes: (await stat(target)).size,
    seconds: (performance.now() - start) / 1000,
    warnings: Number(response.headers.get('stamp-warnings') ?? 0),
  };
}
