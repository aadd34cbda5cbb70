import { createPdfCases, createXlsxCases, type FuzzCase } from '../../tools/fuzz/fuzz-cases.ts';
import { runCases } from '../../tools/fuzz/run-cases.ts';
import { fixture } from './harness.ts';

/** `npm run tool -- fuzz` in small: every mutated file is dealt with, or refused with a code, in the processes that do it. */
const run = async (cases: FuzzCase) => {
  const until = Number.POSITIVE_INFINITY;
  return runCases(cases, { from: 0, to: 150, processes: 2, timeoutMs: 20_000, until });
};

test('mutated PDFs are filled or refused', async () => {
  const seeds = ['00-simple', '03-checkbox-states', '05-choice-fields', '15-leading-junk', 'encrypted-256'];
  const { faults, counts } = await run(
    await createPdfCases(
      7,
      seeds.map((name) => fixture(`pdf/${name}.pdf`)),
    ),
  );
  expect(faults).toEqual([]);
  expect([...counts.keys()]).toEqual(expect.arrayContaining(['filled', 'PDF_DAMAGED']));
});

test('mutated XLSX files are read or refused', async () => {
  const seeds = ['03-formulas-cached', '06-number-formats', '14-odd-headers', '16-newline-cell'];
  const { faults, counts } = await run(
    await createXlsxCases(
      7,
      seeds.map((name) => fixture(`xlsx/${name}.xlsx`)),
    ),
  );
  expect(faults).toEqual([]);
  expect([...counts.keys()]).toEqual(expect.arrayContaining(['read', 'TABLE_UNREADABLE']));
});
