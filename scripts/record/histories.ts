import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { startHarness } from '../../test/support/runs/harness.ts';
import { scenarios } from '../../test/support/runs/recorded-scenarios.ts';
import { finishedRun } from '../../test/support/runs/seed.ts';
import { openTestStack } from '../../test/support/stack/stack-services.ts';

const target = fileURLToPath(new URL('../../test/fixtures/workflow-histories/', import.meta.url));

/** Removes names of processes and hosts, which replay does not use. */
function anonymize(history: string): string {
  const blank: Record<string, string> = { identity: 'recorder', stackTrace: '', binaryChecksum: '' };
  const anonymous = JSON.parse(history, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    // The task queue of a worker starts with its process id and host.
    return blank[key] ?? value.replace(/^\d+@.*/, 'recorder');
  });
  return `${JSON.stringify(anonymous, null, 1)}\n`;
}

/**
 * Records the histories of real runs in test/fixtures/workflow-histories for the replay test: workflow code must be able to continue
 * every run that an earlier version started. Record a new name when the order of calls changes on purpose (behind
 * `patched()`). Never record an existing name again to make a failing replay pass.
 */
export async function recordHistories(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (wanted.length === 0 || unknown.length > 0) {
    const names = scenarios.map(({ name }) => name).join(', ');
    throw new Error(
      `Name the scenarios to record. There are: ${names}. Unknown: ${unknown.join(', ') || 'none'}.`,
    );
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'record-histories-'));
  const stack = await openTestStack(folder);
  try {
    await mkdir(target, { recursive: true });
    const { temporalAddress } = stack.info;
    const connection = await Connection.connect({ address: temporalAddress });
    const client = new Client({ connection });
    for (const { name, failsInline = false, chunk, change, begin } of scenarios) {
      if (!wanted.includes(name)) continue;
      const databaseUrl = await stack.createDatabase({ name: 'record', empty: false });
      const workspace = { temporalAddress, databaseUrl, folder };
      const harness = await startHarness({ name, failsInline, workspace, ...(change && { change }) });
      const eventId = await begin(harness);
      harness.dispatch(eventId);
      await finishedRun(harness, eventId);
      const parts = new Map([[name, eventId]]);
      if (chunk !== undefined) parts.set(`${name}-chunk`, `${eventId}${chunk}`);
      for (const [file, engineId] of parts) {
        const handle = client.workflow.getHandle(engineId);
        await handle.result().catch(() => {});
        await writeFile(
          path.join(target, `${file}.json`),
          anonymize(historyToJSON(await handle.fetchHistory())),
        );
        console.log(`Recorded ${file}`);
      }
      await harness.close();
    }
    await connection.close();
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
