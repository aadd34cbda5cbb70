/** How many cases ended with which outcome. */
export interface OutcomeCounts {
  counts: Map<string, number>;
  /** Numbers of the first cases of each outcome. */
  examples: Map<string, number[]>;
  /** Cases whose outcome must not occur. */
  failures: { number: number; detail: string }[];
  longestMs: number;
}

export function createOutcomeCounts(): OutcomeCounts {
  return { counts: new Map(), examples: new Map(), failures: [], longestMs: 0 };
}

export function count(outcomes: OutcomeCounts, outcome: string, number: number): void {
  const examples = outcomes.examples.get(outcome) ?? [];
  outcomes.examples.set(outcome, examples);
  if (examples.length < 3) examples.push(number);
  outcomes.counts.set(outcome, (outcomes.counts.get(outcome) ?? 0) + 1);
}

export function linesOf(title: string, { counts, examples, failures, longestMs }: OutcomeCounts): string[] {
  const total = [...counts.values()].reduce((sum, value) => sum + value, 0);
  return [
    `${title}: ${total}, ${failures.length} failures, the slowest took ${(longestMs / 1000).toFixed(1)} s`,
    ...[...counts]
      .sort((a, b) => b[1] - a[1])
      .map(
        ([outcome, value]) =>
          `  ${outcome.padEnd(40)} ${String(value).padEnd(8)} ${examples.get(outcome)?.join(', ')}`,
      ),
    ...failures
      .slice(0, 50)
      .map(({ number, detail }) => `  case ${number}: ${detail.split('\n').slice(0, 3).join(' ')}`),
  ];
}
