import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseCount } from '../options.ts';
import { createPdfCases, createXlsxCases, type FuzzCase } from './fuzz-cases.ts';
import { linesOf, type OutcomeCounts } from './outcomes.ts';
import { runCases } from './run-cases.ts';

export const usage = `npm run tool -- fuzz [options]
Sends mutated PDFs and XLSX files through upload, filling and reading, in the processes and threads of the service. Every
file must be processed or rejected with an error code. A case depends on its number and the seed only, so
\`--from n --pdfs 1 --tables 0\` repeats PDF case n. Exits with 1 after a failure.

  --pdfs 10000       number of PDFs
  --tables 10000     number of XLSX files
  --seed 1           selects the mutations
  --from 0           number of the first case
  --processes 2      cases that run at the same time
  --seconds 1200     time limit for the whole run`;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      pdfs: { type: 'string', default: '10000' },
      tables: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      processes: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '1200' },
    },
  });
  const seed = parseCount('--seed', values.seed, 0);
  const from = parseCount('--from', values.from, 0);
  const processes = parseCount('--processes', values.processes);
  const until = Date.now() + parseCount('--seconds', values.seconds) * 1000;
  const pdfs = globSync(['test/fixtures/pdf/*.pdf', 'examples/form.pdf']);
  const tables = globSync('test/fixtures/xlsx/{01,03,06,12,14,16}*.xlsx');

  const fuzz = async (title: string, runCase: FuzzCase, count: number): Promise<OutcomeCounts> => {
    const outcomes = await runCases(runCase, { from, to: from + count, processes, timeoutMs: 10_000, until });
    for (const line of linesOf(title, outcomes)) console.log(line);
    return outcomes;
  };
  const all = [
    await fuzz('PDFs', await createPdfCases(seed, pdfs), parseCount('--pdfs', values.pdfs, 0)),
    await fuzz('Tables', await createXlsxCases(seed, tables), parseCount('--tables', values.tables, 0)),
  ];
  return all.some(({ failures }) => failures.length > 0) ? 1 : 0;
}
