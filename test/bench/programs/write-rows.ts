/** Writes a form's columns and two row files, one to warm up with, into a folder: columns.json, few, many. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RowFileWriter } from '../../../src/tables/row-file.ts';
import { readForm } from '../forms.ts';

const [file = '', folder = '', rows = '0'] = process.argv.slice(2);
const form = await readForm(file);
await writeFile(path.join(folder, 'columns.json'), JSON.stringify(form.columns));
for (const [name, count] of [
  ['few', 2_000],
  ['many', Number(rows)],
] as const) {
  const writer = await RowFileWriter.open(path.join(folder, name), { batchRows: 100 });
  for (let index = 0; index < count; index++) {
    await writer.add({ number: index + 2, values: form.row(index) });
  }
  await writer.end();
}
console.log('{}');
