import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeForm } from './make-examples/form.ts';
import { makeRentals } from './make-examples/rows.ts';
import { makeCsv, makeWorkbook } from './make-examples/workbook.ts';

/** Writes the generated files of `examples/`: node scripts/make-examples.ts. The JSON files there are written by hand. */

const folder = path.join(import.meta.dirname, '..', 'examples');
const rentals = makeRentals();
const files: Record<string, Uint8Array | string> = {
  'form.pdf': await makeForm(),
  'rows.xlsx': await makeWorkbook(rentals),
  'rows.csv': makeCsv(rentals),
};
await mkdir(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) {
  await writeFile(path.join(folder, name), content);
  console.log(`examples/${name}`);
}
