import { median } from '../../../bench/statistics.ts';
import type { Sample } from './sample.ts';

/** One series of the samples: what it was before, what it is at the end, and whether that is flat. */
export interface Finding {
  what: string;
  before: number;
  after: number;
  unit: string;
  isFlat: boolean;
}

/** A quarter is a tenth larger by chance: garbage is collected when it suits. */
const SHARE = 1.1;
const SLACK = { memory: 16, handles: 8 };
/** What an event adds to a table varies with the vacuum's visits. */
const GROWTH_SHARE = 1.25;

/**
 * Whether what the processes hold stays what it was, and whether each event adds to the databases and histories what
 * the earlier ones did. The first quarter is for warming up; the second is compared with the last.
 */
export function judge(samples: readonly Sample[]): Finding[] {
  const quarter = Math.floor(samples.length / 4);
  if (quarter < 2) throw new Error('Too few samples for a verdict: take 8 or more.');
  const second = samples.slice(quarter, 2 * quarter);
  const last = samples.slice(-quarter);
  const findings: Finding[] = [];
  for (const name of Object.keys(last[0]?.processes ?? {})) {
    for (const [held, unit] of [
      ['memory', 'MB'],
      ['handles', ''],
    ] as const) {
      const of = (some: readonly Sample[]) =>
        median(some.map(({ processes }) => processes[name]?.[held] ?? 0));
      const [before, after] = [of(second), of(last)];
      findings.push({
        what: `${name}, ${held}`,
        before,
        after,
        unit,
        isFlat: after <= before * SHARE + SLACK[held],
      });
    }
  }
  const early = samples.slice(quarter, 2 * quarter + 1);
  const late = samples.slice(2 * quarter);
  for (const name of Object.keys(last[0]?.databases ?? {})) {
    const [before, after] = [growthOf(early, name), growthOf(late, name)];
    const isFlat = after <= before * GROWTH_SHARE;
    findings.push({ what: `${name}, growth an event`, before, after, unit: 'bytes', isFlat });
  }
  const events = (some: readonly Sample[]) => median(some.map(({ histories }) => histories.meanEvents));
  const [before, after] = [events(second), events(last)];
  findings.push({ what: 'history of a run', before, after, unit: 'events', isFlat: after <= before * 1.02 });
  const open = (some: readonly Sample[]) => median(some.map(({ histories }) => histories.open));
  const counts = { before: open(second), after: open(last) };
  findings.push({
    what: 'workflows that go on',
    ...counts,
    unit: '',
    isFlat: counts.after <= counts.before + SLACK.handles,
  });
  return findings;
}

function growthOf(samples: readonly Sample[], database: string): number {
  const [first, last] = [samples[0], samples.at(-1)];
  const events = (last?.accepted ?? 0) - (first?.accepted ?? 0);
  const bytes = (last?.databases[database] ?? 0) - (first?.databases[database] ?? 0);
  return Math.round(bytes / Math.max(events, 1));
}
