import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withSandbox } from '../../support/sandbox/harness.ts';
import { inline, makeXlsx } from '../../support/tables/make-xlsx.ts';

const row = (n: number) => `<row r="${n}"><c r="A${n}"><v>1</v></c></row>`;

test('the job after a table that is rejected half-way succeeds', async () => {
  await withSandbox({}, async ({ folder, sandbox, spoolInput }) => {
    const long = join(folder, 'long.xlsx');
    const short = join(folder, 'short.csv');
    const rows = Array.from({ length: 60_000 }, (_, index) => row(index + 2)).join('');
    await writeFile(long, await makeXlsx({ sheets: [{ xml: `<row r="1">${inline('Name')}</row>${rows}` }] }));
    await writeFile(short, 'Name\nAnna\n');
    const input = spoolInput(long);
    for (let maxRows = 50_000; maxRows < 50_010; maxRows += 1) {
      const limited = { ...input, batchRows: 100, limits: { ...input.limits, maxRows } };
      await expect(sandbox.run('spool', limited)).rejects.toMatchObject({ code: 'TABLE_TOO_LARGE' });
      expect(await sandbox.run('spool', spoolInput(short))).toMatchObject({ rowCount: 1 });
    }
  });
});
