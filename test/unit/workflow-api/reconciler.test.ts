import { pino } from 'pino';
import { systemClock } from '../../../src/infra/clock.ts';
import type { TemporalStatus } from '../../../src/infra/temporal/temporal-status.ts';
import { createReconciler } from '../../../src/modules/runs/dispatch/reconciler.ts';
import { until } from '../../support/until.ts';

test('terminated runs are ended while a long comparison of open runs is in progress', async () => {
  const comparison = Promise.withResolvers<TemporalStatus>();
  let comparisons = 0;
  let rounds = 0;
  const reconciler = createReconciler(
    {
      clock: systemClock,
      terminateRuns: { finish: async () => {} },
      logger: pino({ level: 'silent' }),
      outbox: {
        findOpen: async () => [{ id: '1', runId: 'run_1', engineWorkflowId: 'evt_1' }],
        requeue: async () => false,
        close: async () => [],
      },
      temporal: {
        findStatus: () => {
          comparisons += 1;
          return comparison.promise;
        },
        findOutsideEndings: async () => {
          rounds += 1;
          return [];
        },
      },
    },
    { intervalMs: 1, compareEveryMs: 1 },
  );
  reconciler.start();
  await until(async () => comparisons === 1);
  const before = rounds;
  await until(async () => rounds > before + 1);
  expect(comparisons).toBe(1);
  comparison.resolve('RUNNING');
  await reconciler.close();
});
