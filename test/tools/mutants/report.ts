import type { MutantResult, Outcome } from './test-mutant.ts';

const killed: readonly Outcome[] = ['killed by types', 'killed by tests', 'timeout'];

/** Counts, mutants killed by types, and survivors with their change. */
export function reportOf(results: readonly MutantResult[]): string[] {
  const of = (outcome: Outcome) => results.filter((result) => result.outcome === outcome);
  const tested = results.length - of('killed by types').length;
  const killedByTests =
    results.filter(({ outcome }) => killed.includes(outcome)).length - (results.length - tested);
  const lines = [
    `${results.length} mutants: ${of('killed by types').length} killed by types, ${of('killed by tests').length} by tests, ` +
      `${of('timeout').length} by a timeout, ${of('survived').length} survived, ${of('uncovered').length} without a test`,
  ];
  if (tested > 0) lines.push(`Killed by tests, of those that compile: ${percent(killedByTests / tested)}`);
  for (const [title, outcome] of [
    ['Killed by types', 'killed by types'],
    ['Files without a test', 'uncovered'],
    ['Survivors', 'survived'],
  ] as const) {
    const list = of(outcome).toSorted((one, other) => compare(one.file, other.file) || one.line - other.line);
    if (list.length > 0) lines.push('', title, ...list.flatMap((result) => linesOf(result)));
  }
  return lines;
}

function linesOf({ file, line, kind, before, after, outcome }: MutantResult): string[] {
  const title = `  ${file}:${line}  ${kind}`;
  return outcome === 'killed by types' ? [title] : [title, `    - ${before}`, `    + ${after}`];
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
