import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { OptionError, parseCount } from '../options.ts';
import { listFiles } from './list-files.ts';
import { failures, reportOf } from './report.ts';
import { runFiles } from './run-files.ts';
import type { FileResult } from './types.ts';

export const usage = `npm run tool -- corpus <folder> [options]
Uploads, fills and flattens every PDF of a folder, and compares the results with other programs. Continues an interrupted
run. Exits with 1 if a file crashed or blocked a process, or became an invalid document.

  --results FILE     where results are stored; default .data/corpus/results.jsonl
  --fresh            delete stored results first
  --only TEXT        only files whose path contains the text
  --processes 2      files processed at the same time
  --seconds 120      time limit for one file`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
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
  if (folder === undefined || positionals.length > 1) {
    throw new OptionError('This tool takes one operand: the folder with the PDFs.');
  }
  const processes = parseCount('--processes', values.processes);
  const seconds = parseCount('--seconds', values.seconds);

  mkdirSync(path.dirname(values.results), { recursive: true });
  if (values.fresh) rmSync(values.results, { force: true });
  const known = new Map(
    readResults(values.results).map((result) => [`${result.file} ${result.stamp}`, result]),
  );
  const files = (await listFiles(folder)).filter(({ file }) => file.includes(values.only));
  const open = files.filter(({ file, stamp }) => !known.has(`${file} ${stamp}`));
  console.log(`${files.length} files, ${files.length - open.length} of them with a stored result`);
  let done = 0;
  await runFiles(open, {
    processes,
    seconds,
    onResult: (result) => {
      known.set(`${result.file} ${result.stamp}`, result);
      appendFileSync(values.results, `${JSON.stringify(result)}\n`);
      if (++done % 100 === 0) console.log(`${done} of ${open.length}`);
    },
  });
  const results = files.flatMap(({ file, stamp }) => known.get(`${file} ${stamp}`) ?? []);
  for (const line of reportOf(results)) console.log(line);
  return results.some(({ verdict }) => failures.includes(verdict)) ? 1 : 0;
}

function readResults(file: string): FileResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line): FileResult => JSON.parse(line));
}
