import path from 'node:path';
import { testFolder } from '../../support/stack/stack.ts';
import { type DeploymentName, runChaos } from '../../tools/chaos/run-chaos.ts';

/** A short `npm run tool -- chaos`. The seeds fix the faults, but not the exact moment of each. */
test.each<[DeploymentName, number, number]>([
  ['all', 4, 11],
  ['split', 8, 12],
])(
  '%s: whatever is killed or paused, each accepted event has one finished run, one correct document and one usage entry',
  async (deployment, kills, seed) => {
    const folder = path.join(await testFolder('chaos'), deployment);
    const outcome = await runChaos({
      deployment,
      folder,
      kills,
      seed,
      intervalMs: 100,
      temporalLosses: 0,
      mails: false,
      log: () => {},
    });
    expect(outcome.findings.problems).toEqual([]);
    expect(outcome.findings.accepted).toBeGreaterThan(0);
    expect(Object.values(outcome.faults.kills).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(
      kills,
    );
  },
);
