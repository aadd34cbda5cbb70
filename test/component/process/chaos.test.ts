import path from 'node:path';
import { testFolder } from '../../support/stack.ts';
import { runChaos, type TopologyName } from '../../tools/chaos/run-chaos.ts';

/** `npm run tool -- chaos` in small; the seeds are fixed, what a kill meets is not. */
test.each<[TopologyName, number, number]>([
  ['all', 4, 11],
  ['split', 8, 12],
])(
  'whatever is killed or paused (%s), every 202 has one event, one finished run, one right document, one count',
  async (topology, kills, seed) => {
    const folder = path.join(await testFolder('chaos'), topology);
    const outcome = await runChaos({
      topology,
      folder,
      kills,
      seed,
      everyMs: 100,
      engineLosses: 0,
      mails: false,
      say: () => {},
    });
    expect(outcome.findings.problems).toEqual([]);
    expect(outcome.findings.accepted).toBeGreaterThan(0);
    expect(Object.values(outcome.faults.kills).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(
      kills,
    );
  },
);
