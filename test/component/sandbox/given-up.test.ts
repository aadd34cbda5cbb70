import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withSandbox } from './harness.ts';

test('a table refused in the middle does not take the next file down with its process', async () => {
  await withSandbox({}, async ({ folder, sandbox, spoolInput }) => {
    const long = join(folder, 'long.csv');
    const short = join(folder, 'short.csv');
    await writeFile(long, `Name\n${`${'x'.repeat(30_000)}\n`.repeat(400)}`);
    await writeFile(short, 'Name\nAnna\n');
    const input = spoolInput(long);
    const limited = { ...input, limits: { ...input.limits, maxRows: 300 } };
    for (let round = 0; round < 5; round += 1) {
      await expect(sandbox.run('spool', limited)).rejects.toMatchObject({ code: 'TABLE_TOO_LARGE' });
      expect(await sandbox.run('spool', spoolInput(short))).toMatchObject({ rowCount: 1 });
    }
  });
});
