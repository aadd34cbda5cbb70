import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readParts } from '../../test/tools/fuzz/zip-parts.ts';
import { makeForm } from './examples/form.ts';
import { makeRentals } from './examples/rows.ts';
import { makeCsv, makeWorkbook } from './examples/workbook.ts';

const folder = path.join(import.meta.dirname, '../../examples');

/** Writes the form and the tables in examples/. The JSON files there are not generated. Returns the files it wrote. */
export async function writeExamples(): Promise<string[]> {
  const rentals = makeRentals();
  const files: Record<string, Uint8Array | string> = {
    'form.pdf': await makeForm(),
    'rows.xlsx': await makeWorkbook(rentals),
    'rows.csv': makeCsv(rentals),
  };
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    if (name.endsWith('.xlsx') && (await hasSameParts(file, content))) continue;
    await writeFile(file, content);
    written.push(`examples/${name}`);
  }
  return written;
}

/** Whether an archive differs from the existing file only in the time at which it was created. */
async function hasSameParts(file: string, content: Uint8Array | string): Promise<boolean> {
  const existing = await readFile(file).catch(() => null);
  if (existing === null) return false;
  return isDeepStrictEqual(await readParts(existing), await readParts(Buffer.from(content)));
}
