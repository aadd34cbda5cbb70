/** Rows of a form to a ZIP from the start of the process on: compiles, stamps and packs on this one thread. */
import { Writable } from 'node:stream';
import { compileTemplate } from '../../../src/stamping/compile.ts';
import { createZipWriter } from '../../../src/stamping/zip.ts';
import { readForm } from '../forms.ts';

const [file = '', rows = '0'] = process.argv.slice(2);
const form = await readForm(file);
const begin = performance.now();
const sink = new Writable({ write: (_chunk, _encoding, callback) => callback() });
const compiled = await compileTemplate(form.pdf, null, { columns: form.columns });
const zip = createZipWriter({ base: compiled.base, sink });
for (let index = 0; index < Number(rows); index++) {
  await zip.addDocument(`${index}.pdf`, compiled.stamp(form.row(index)).update);
}
await zip.end();
console.log(JSON.stringify({ milliseconds: performance.now() - begin }));
