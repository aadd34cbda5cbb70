import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listFiles } from './list-files.ts';
import { bad, reportOf } from './report.ts';
import { runFiles } from './run-files.ts';
import type { FileResult } from './types.ts';

/**
 * Takes every PDF of a folder through upload, filling and flattening and compares the outcome with other programs:
 * npm run tool -- corpus <folder> [--results file] [--processes 2] [--seconds 120] [--only text] [--fresh]
 * Ends with 1 when a file crashed it, hung, or gave an invalid document.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    results: { type: 'string', default: '.data/corpus/results.jsonl' },
    processes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '120' },
    only: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Name the folder that holds the PDFs: npm run tool -- corpus <folder>');
  process.exit(2);
}

mkdirSync(path.dirname(values.results), { recursive: true });
if (values.fresh) rmSync(values.results, { force: true });
const known = new Map(
  readResults(values.results).map((result) => [`${result.file} ${result.stamp}`, result]),
);
const all = await listFiles(folder);
const files = all.filter(({ file }) => file.includes(values.only));
const open = files.filter(({ file, stamp }) => !known.has(`${file} ${stamp}`));
console.log(`${files.length} files, ${files.length - open.length} of them known already`);
let done = 0;
await runFiles(open, {
  processes: Number(values.processes),
  seconds: Number(values.seconds),
  onResult: (result) => {
    known.set(`${result.file} ${result.stamp}`, result);
    appendFileSync(values.results, `${JSON.stringify(result)}\n`);
    if (++done % 100 === 0) console.log(`${done} of ${open.length}`);
  },
});
const results = files.flatMap(({ file, stamp }) => known.get(`${file} ${stamp}`) ?? []);
for (const line of reportOf(results)) console.log(line);
if (results.some(({ verdict }) => bad.includes(verdict))) process.exitCode = 1;

function readResults(file: string): FileResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line): FileResult => JSON.parse(line));
}
