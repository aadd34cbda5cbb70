import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createPdfCases, createXlsxCases, type FuzzCase } from './fuzz-cases.ts';
import { runCases } from './run-cases.ts';
import { linesOf, type Tally } from './tally.ts';

/**
 * Sends mutated PDFs and XLSX files through upload, filling and reading, in the processes and threads of the service:
 * npm run tool -- fuzz [--pdfs 10000 --tables 10000 --seed 1 --from 0 --processes 2 --seconds 1200]
 * Case n of a seed is always the same: `--from n --pdfs 1` makes it again. Ends with 1 when there was a fault.
 */
const { values } = parseArgs({
  options: {
    pdfs: { type: 'string', default: '10000' },
    tables: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    processes: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '1200' },
  },
});
const seed = Number(values.seed);
const from = Number(values.from);
const until = Date.now() + Number(values.seconds) * 1000;
const pdfs = globSync(['test/fixtures/pdf/*.pdf', 'examples/form.pdf']);
const tables = globSync('test/fixtures/xlsx/{01,03,06,12,14,16}*.xlsx');

const tallies: Tally[] = [];
tallies.push(await fuzz('PDFs', await createPdfCases(seed, pdfs), Number(values.pdfs)));
tallies.push(await fuzz('Tables', await createXlsxCases(seed, tables), Number(values.tables)));
if (tallies.some(({ faults }) => faults.length > 0)) process.exitCode = 1;

async function fuzz(title: string, cases: FuzzCase, wanted: number): Promise<Tally> {
  const limits = { processes: Number(values.processes), timeoutMs: 10_000, until };
  const tally = await runCases(cases, { from, to: from + wanted, ...limits });
  for (const line of linesOf(title, tally)) console.log(line);
  return tally;
}
