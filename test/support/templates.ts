import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestApp } from './app.ts';
import type { SignedIn } from './login.ts';
import { multipart, type Part } from './multipart.ts';
import { until } from './until.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures/pdf');

/** A PDF of test/fixtures/pdf. */
export function pdfFixture(name: string): Promise<Buffer> {
  return readFile(path.join(FIXTURES, name));
}

/** A form part that is a PDF. */
export async function pdfPart(name = '00-simple.pdf'): Promise<Part> {
  return { name: 'file', value: await pdfFixture(name), filename: name, type: 'application/pdf' };
}

/** Sends a form. */
export function sendForm(
  test: TestApp,
  who: SignedIn,
  {
    method = 'POST',
    url = '/api/templates',
    parts,
  }: { method?: 'POST' | 'PUT'; url?: string; parts: Part[] },
) {
  const { payload, headers } = multipart(parts);
  return test.app.inject({ method, url, payload, headers: { ...headers, ...who.headers } });
}

/** Uploads a template and returns its record. Throws when it is rejected. */
export async function createTemplate(
  test: TestApp,
  who: SignedIn,
  { pdf = '00-simple.pdf', ...fields }: Record<string, string> = {},
): Promise<Record<string, string> & { publicId: string }> {
  const texts = Object.entries({ name: 'Letter', ...fields }).map(([name, value]) => ({ name, value }));
  const response = await sendForm(test, who, { parts: [await pdfPart(pdf), ...texts] });
  if (response.statusCode !== 200) throw new Error(`upload rejected: ${response.body}`);
  return response.json();
}

/** Everything an upload could leave: rows, stored objects, temporary files. */
export async function traces({ services, folder }: TestApp): Promise<object> {
  const rows = async (table: string) => {
    const all = await services.orm.em.fork().execute(`select * from ${table} order by id`);
    return JSON.stringify(all);
  };
  const files = async (name: string) =>
    (await readdir(path.join(folder, name), { recursive: true }).catch(() => [])).toSorted();
  return {
    templates: await rows('template'),
    versions: await rows('template_version'),
    stored: await files('storage/templates'),
    temporary: await files('tmp'),
  };
}

/** Waits until no request has anything left on disk. */
export function untilTidy({ folder }: TestApp): Promise<void> {
  return until(async () => (await readdir(path.join(folder, 'tmp'))).length === 0);
}
