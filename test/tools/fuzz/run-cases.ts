import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createThreadStamper } from '../corpus/thread-stamper.ts';
import type { FuzzCase } from './fuzz-cases.ts';
import { count, createOutcomeCounts, type OutcomeCounts } from './outcomes.ts';

interface FuzzRun {
  /** Number of the first case. */
  from: number;
  /** Number after that of the last case. */
  to: number;
  processes: number;
  /** Time limit for reading or filling a file, in milliseconds. */
  timeoutMs: number;
  /** When to stop, in milliseconds since the epoch. */
  until: number;
}

/** Time within which a timeout must have ended the work. */
const graceMs = 3_000;

/** Runs cases in several processes and counts the outcomes. */
export async function runCases(run: FuzzCase, options: FuzzRun): Promise<OutcomeCounts> {
  const outcomes = createOutcomeCounts();
  const limits = { timeoutMs: options.timeoutMs, maxMemoryBytes: 512 * 1024 * 1024 };
  const sandbox = createSandbox({
    processes: options.processes,
    maxQueue: 10,
    jobsPerProcess: 100,
    ...limits,
  });
  let next = options.from;
  const work = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
    const stamper = createThreadStamper(options.timeoutMs);
    while (next < options.to && Date.now() < options.until) {
      const number = next++;
      const start = performance.now();
      const { outcome, failure } = await run(number, { sandbox, stamper, folder });
      const milliseconds = performance.now() - start;
      outcomes.longestMs = Math.max(outcomes.longestMs, milliseconds);
      count(outcomes, outcome, number);
      if (failure !== undefined) outcomes.failures.push({ number, detail: failure });
      // Reading and filling have a time limit each.
      if (milliseconds > 2 * options.timeoutMs + graceMs)
        outcomes.failures.push({ number, detail: `took ${milliseconds} ms` });
    }
    await stamper.close();
    await rm(folder, { recursive: true });
  };
  await Promise.all(Array.from({ length: options.processes }, work));
  await sandbox.close();
  return outcomes;
}
