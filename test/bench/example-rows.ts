import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { examples } from '../../src/cli/demo/templates.ts';
import { type ApiClient, getData, toForm } from '../../src/client/client.ts';

/** The example's rows, repeated until there are `rows` of them, as CSV. */
export async function rowsCsv(rows: number): Promise<string> {
  const [header = '', ...lines] = splitRecords(await readFile(path.join(examples, 'rows.csv'), 'utf8'));
  return [header, ...Array.from({ length: rows }, (_, i) => lines[i % lines.length] ?? '')].join('\r\n');
}

/** Records of a CSV file: line ends inside quotes belong to the record. */
function splitRecords(text: string): string[] {
  return (text.match(/(?:"[^"]*"|[^"\r\n])+/g) ?? []).filter((record) => record.trim() !== '');
}

/** The archive of a stamp request, whole. */
export async function stamp(api: ApiClient, templateId: string, csv: string): Promise<Buffer> {
  const body = { templateId, onError: 'skip' as const, file: new Blob([csv]) };
  const stamping = api.POST('/api/stamper/stamp', { body, bodySerializer: toForm, parseAs: 'arrayBuffer' });
  return Buffer.from(await getData(stamping));
}
