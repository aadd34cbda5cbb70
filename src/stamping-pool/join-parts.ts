import { addReport, createProblemReport, type ProblemLimits } from './problem-report.ts';
import type { CheckedBatch, StampedBatch } from './stamping-tasks.ts';

/** Runs a batch until its last row: slow rows come in parts, and other accounts use the thread in between. */
export async function runInParts<Part extends CheckedBatch>(
  run: (firstRow: number) => Promise<Part>,
): Promise<Part[]> {
  const parts: Part[] = [];
  let rows = 0;
  for (;;) {
    const part = await run(rows);
    parts.push(part);
    rows += part.report.rows;
    if (part.isComplete) return parts;
  }
}

/** The parts of a batch as one result. */
export function joinChecked(parts: readonly CheckedBatch[], limits: ProblemLimits): CheckedBatch {
  const report = createProblemReport();
  for (const part of parts) addReport(report, part.report, limits);
  const hasNames = parts.some(({ names }) => names !== null);
  return { report, names: hasNames ? parts.flatMap(({ names }) => names ?? []) : null, isComplete: true };
}

/** As `joinChecked`, with the documents. */
export function joinStamped(parts: readonly StampedBatch[]): StampedBatch {
  const [first] = parts;
  if (first === undefined) throw new Error('A batch has at least one part.');
  if (parts.length === 1) return first;
  return {
    ...joinChecked(parts, { errors: Number.POSITIVE_INFINITY, warnings: 0 }),
    entries: parts.flatMap(({ entries }) => entries),
    tails: Buffer.concat(parts.map(({ tails }) => tails)),
    baseCrc: first.baseCrc,
  };
}
