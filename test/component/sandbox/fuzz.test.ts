import { fixture } from '../../support/sandbox/harness.ts';
import { createPdfCases, createXlsxCases, type FuzzCase } from '../../tools/fuzz/fuzz-cases.ts';
import { runCases } from '../../tools/fuzz/run-cases.ts';

/** A short `npm run tool -- fuzz`: every mutated file is processed, or rejected with an error code. */
const run = async (cases: FuzzCase) => {
  const until = Number.POSITIVE_INFINITY;
  return runCases(cases, { from: 0, to: 150, processes: 2, timeoutMs: 20_000, until });
};

test('mutated PDFs are filled or rejected', async () => {
  const seeds = ['00-simple', '03-checkbox-states', '05-choice-fields', '15-leading-junk', 'encrypted-256'];
  const { failures, counts } = await run(
    await createPdfCases(
      7,
      seeds.map((name) => fixture(`pdf/${name}.pdf`)),
    ),
  );
  expect(failures).toEqual([]);
  expect([...counts.keys()]).toEqual(expect.arrayContaining(['filled', 'PDF_DAMAGED']));
});

test('mutated XLSX files are read or rejected', async () => {
  const seeds = ['03-formulas-cached', '06-number-formats', '14-odd-headers', '16-newline-cell'];
  const { failures, counts } = await run(
    await createXlsxCases(
      7,
      seeds.map((name) => fixture(`xlsx/${name}.xlsx`)),
    ),
  );
  expect(failures).toEqual([]);
  expect([...counts.keys()]).toEqual(expect.arrayContaining(['read', 'TABLE_UNREADABLE']));
});
