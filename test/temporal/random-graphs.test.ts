import path from 'node:path';
import fc from 'fast-check';
import { loadWorkflowBundle } from '../../workers/bundle.ts';
import { startHarness } from '../support/runs/harness.ts';
import { openOperator } from '../support/runs/operator.ts';
import { randomRun } from '../support/runs/random-runs.ts';
import { runAndReplay } from '../support/runs/run-and-replay.ts';
import { seedAccount } from '../support/runs/seed.ts';
import { getStack } from '../support/stack/stack.ts';

/** `npm run tool -- graphs` does the same with a thousand. */
test('random graphs end on Temporal as the plain interpreter says, and replay from their histories', async () => {
  const operator = await openOperator();
  const harness = await startHarness({ name: 'random-graphs' });
  const workflowBundle = await loadWorkflowBundle(path.join((await getStack()).folder, 'bundles'));
  const { id: ownerId } = await seedAccount(harness);
  const runs = fc.sample(randomRun(12), { numRuns: 30, seed: 7 });
  const outcome = await runAndReplay({ harness, client: operator.client, workflowBundle, ownerId }, runs);
  expect(outcome.faults).toEqual([]);
  expect(outcome.histories).toBeGreaterThan(runs.length);
  await harness.close();
});
