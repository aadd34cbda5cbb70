/** What became of the mutated files: how many ended how, and which must be looked at. */
export interface Tally {
  counts: Map<string, number>;
  /** The first cases of each outcome. */
  examples: Map<string, number[]>;
  /** Numbers of the cases that must not have happened, with what did. */
  faults: { number: number; what: string }[];
  longestMs: number;
}

export function createTally(): Tally {
  return { counts: new Map(), examples: new Map(), faults: [], longestMs: 0 };
}

export function count(tally: Tally, outcome: string, number: number): void {
  const examples = tally.examples.get(outcome) ?? [];
  tally.examples.set(outcome, examples);
  if (examples.length < 3) examples.push(number);
  tally.counts.set(outcome, (tally.counts.get(outcome) ?? 0) + 1);
}

export function linesOf(title: string, { counts, examples, faults, longestMs }: Tally): string[] {
  const total = [...counts.values()].reduce((sum, value) => sum + value, 0);
  return [
    `${title}: ${total}, ${faults.length} faults, the longest took ${(longestMs / 1000).toFixed(1)} s`,
    ...[...counts]
      .sort((a, b) => b[1] - a[1])
      .map(
        ([outcome, value]) =>
          `  ${outcome.padEnd(40)} ${String(value).padEnd(8)} ${examples.get(outcome)?.join(', ')}`,
      ),
    ...faults
      .slice(0, 50)
      .map(({ number, what }) => `  case ${number}: ${what.split('\n').slice(0, 3).join(' ')}`),
  ];
}
