import { pino } from 'pino';
import { createLoop, type RoundOutcome } from '../../../src/infra/loop.ts';
import { until } from '../../support/until.ts';

/** Runs a loop through these outcomes; how long it paused after each, in milliseconds. */
async function pausesAfter(outcomes: readonly (RoundOutcome | Error)[], pauseMs: number): Promise<number[]> {
  const begun: number[] = [];
  const round = async () => {
    const outcome = outcomes[begun.push(performance.now()) - 1] ?? false;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const loop = createLoop(pauseMs, round, pino({ level: 'silent' }));
  loop.start();
  await until(() => begun.length > outcomes.length);
  await loop.close();
  return outcomes.map((_, i) => (begun[i + 1] ?? 0) - (begun[i] ?? 0));
}

// Pauses are only compared with what they are at least: a timer may be late, but early by no more than a millisecond.
test('rounds without work and rounds that fail are tried again with growing delays', async () => {
  const pauses = await pausesAfter(['failed', 'failed', new Error('failed'), 'failed'], 10);
  const atLeast = [20, 40, 80, 160];
  expect(pauses.filter((pause, i) => pause < (atLeast[i] ?? 0) - 1)).toEqual([]);
});

test('after a round with nothing to do the pause is no shorter than asked for', async () => {
  const [pause = 0] = await pausesAfter([false], 30);
  expect(pause).toBeGreaterThanOrEqual(29);
});

test('while there is more to do there is no pause', async () => {
  // With pauses this would take a minute.
  expect(await pausesAfter([true, true], 30_000)).toHaveLength(2);
});
