import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import fc from 'fast-check';
import { loadWorkflowBundle } from '../../../workers/bundle.ts';
import { startHarness } from '../../support/runs/harness.ts';
import { randomRun } from '../../support/runs/random-runs.ts';
import { runAndReplay } from '../../support/runs/run-and-replay.ts';
import { seedAccount } from '../../support/runs/seed.ts';
import { openTestStack } from '../../support/stack/stack-services.ts';
import { parseCount } from '../options.ts';

export const usage = `npm run tool -- graphs [options]
Runs random workflow graphs on Temporal, compares how each node ended with a plain interpreter, and replays every
history. Exits with 1 if anything differs.

  --graphs 1000    number of graphs
  --seed 1         selects the graphs`;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { graphs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
  });
  const numRuns = parseCount('--graphs', values.graphs);
  const seed = parseCount('--seed', values.seed, 0);
  const folder = await mkdtemp(path.join(tmpdir(), 'random-graphs-'));
  const stack = await openTestStack(folder);
  try {
    const { temporalAddress } = stack.info;
    const databaseUrl = await stack.createDatabase({ name: 'graphs', empty: false });
    const connection = await Connection.connect({ address: temporalAddress });
    const client = new Client({ connection });
    const harness = await startHarness({
      name: 'graphs',
      workspace: { temporalAddress, databaseUrl, folder },
    });
    const workflowBundle = await loadWorkflowBundle(path.join(path.dirname(folder), 'bundles'));
    const { id: ownerId } = await seedAccount(harness);
    const runs = fc.sample(randomRun(30), { numRuns, seed });
    const started = performance.now();
    const { faults, histories } = await runAndReplay({ harness, client, workflowBundle, ownerId }, runs);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `${runs.length} graphs, ${histories} histories replayed, ${faults.length} problems, ${seconds} s`,
    );
    for (const fault of faults.slice(0, 20)) console.log(`  PROBLEM ${fault}`);
    await harness.close();
    await connection.close();
    return faults.length === 0 ? 0 : 1;
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
