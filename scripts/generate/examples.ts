import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeForm } from './examples/form.ts';
import { makeRentals } from './examples/rows.ts';
import { makeCsv, makeWorkbook } from './examples/workbook.ts';

const folder = path.join(import.meta.dirname, '../../examples');

/** Writes the form and the tables of examples/; the JSON files there are written by hand. Returns the files it wrote. */
export async function writeExamples(): Promise<string[]> {
  const rentals = makeRentals();
  const files: Record<string, Uint8Array | string> = {
    'form.pdf': await makeForm(),
    'rows.xlsx': await makeWorkbook(rentals),
    'rows.csv': makeCsv(rentals),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  return Object.keys(files).map((name) => `examples/${name}`);
}
