import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withSandbox } from '../../support/sandbox/harness.ts';
import { until } from '../../support/until.ts';

test('processes start with the first job, end without work, and start again with the next job', async () => {
  await withSandbox({ idleMs: 1 }, async ({ folder, sandbox, spoolInput }) => {
    expect(sandbox.load()).toEqual({ running: 0, waiting: 0, processes: 0 });
    const table = join(folder, 'table.csv');
    await writeFile(table, 'Name\nAda\n');
    for (const _ of [1, 2]) {
      expect(await sandbox.run('spool', spoolInput(table))).toMatchObject({ rowCount: 1 });
      await until(() => sandbox.load().processes === 0);
    }
  });
});

test('a process that was started ahead runs the next job, or ends without one', async () => {
  await withSandbox({ idleMs: 1 }, async ({ folder, sandbox, spoolInput }) => {
    const table = join(folder, 'table.csv');
    await writeFile(table, 'Name\nAda\n');
    sandbox.warmUp();
    sandbox.warmUp();
    expect(sandbox.load()).toEqual({ running: 0, waiting: 0, processes: 1 });
    const job = sandbox.run('spool', spoolInput(table));
    expect(sandbox.load().processes).toBe(1);
    expect(await job).toMatchObject({ rowCount: 1 });
    await until(() => sandbox.load().processes === 0);

    sandbox.warmUp();
    await until(() => sandbox.load().processes === 0);
  });
});
