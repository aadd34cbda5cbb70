import { median } from '../../../bench/statistics.ts';
import type { Sample } from './sample.ts';

/** How one measure changed between the second and the last quarter of the samples. */
export interface Trend {
  measure: string;
  before: number;
  after: number;
  unit: string;
  isFlat: boolean;
}

/** Tolerances: garbage collection and vacuum do not run at fixed times. */
const MAX_RATIO = 1.1;
const SLACK = { memory: 16, handles: 8 };
const MAX_GROWTH_RATIO = 1.25;
const MAX_HISTORY_RATIO = 1.02;

/**
 * Compares the last quarter of the samples with the second one; the first is the warm-up. Resources of processes must not
 * grow, and each event must add no more to databases and histories than the earlier ones. Throws for fewer than 8 samples.
 */
export function compareSamples(samples: readonly Sample[]): Trend[] {
  const quarter = Math.floor(samples.length / 4);
  if (quarter < 2) throw new Error('Too few samples to compare: take 8 or more.');
  const second = samples.slice(quarter, 2 * quarter);
  const last = samples.slice(-quarter);
  const trends: Trend[] = [];
  for (const name of Object.keys(last[0]?.processes ?? {})) {
    for (const [resource, unit] of [
      ['memory', 'MB'],
      ['handles', ''],
    ] as const) {
      const of = (part: readonly Sample[]) =>
        median(part.map(({ processes }) => processes[name]?.[resource] ?? 0));
      const [before, after] = [of(second), of(last)];
      trends.push({
        measure: `${name}, ${resource}`,
        before,
        after,
        unit,
        isFlat: after <= before * MAX_RATIO + SLACK[resource],
      });
    }
  }
  const early = samples.slice(quarter, 2 * quarter + 1);
  const late = samples.slice(2 * quarter);
  for (const name of Object.keys(last[0]?.databases ?? {})) {
    const [before, after] = [growthOf(early, name), growthOf(late, name)];
    const isFlat = after <= before * MAX_GROWTH_RATIO;
    trends.push({ measure: `${name}, growth per event`, before, after, unit: 'bytes', isFlat });
  }
  const events = (part: readonly Sample[]) => median(part.map(({ histories }) => histories.meanEvents));
  const [before, after] = [events(second), events(last)];
  trends.push({
    measure: 'history of a run',
    before,
    after,
    unit: 'events',
    isFlat: after <= before * MAX_HISTORY_RATIO,
  });
  const open = (part: readonly Sample[]) => median(part.map(({ histories }) => histories.open));
  const counts = { before: open(second), after: open(last) };
  trends.push({
    measure: 'open workflows',
    ...counts,
    unit: '',
    isFlat: counts.after <= counts.before + SLACK.handles,
  });
  return trends;
}

function growthOf(samples: readonly Sample[], database: string): number {
  const [first, last] = [samples[0], samples.at(-1)];
  const events = (last?.accepted ?? 0) - (first?.accepted ?? 0);
  const bytes = (last?.databases[database] ?? 0) - (first?.databases[database] ?? 0);
  return Math.round(bytes / Math.max(events, 1));
}
