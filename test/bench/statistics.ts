/** The value below which `share` (0 to 1) of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Milliseconds that `work` took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** One figure beside its bound, as the benches print it. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** The bound and on which side of it the value should lie. */
  bound?: { at: number; side: 'at most' | 'at least' };
}

/** One line a figure; a missed bound is said, never hidden. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`);
  for (const { what, value, unit, bound } of figures) {
    const met = bound === undefined || (bound.side === 'at most' ? value <= bound.at : value >= bound.at);
    const note = bound === undefined ? '' : `  (${bound.side} ${bound.at}: ${met ? 'met' : 'MISSED'})`;
    console.log(`  ${what.padEnd(62)} ${number.format(value).padStart(10)} ${unit}${note}`);
  }
}
