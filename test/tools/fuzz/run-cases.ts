import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createThreadStamper } from '../corpus/thread-stamper.ts';
import type { FuzzCase } from './fuzz-cases.ts';
import { count, createTally, type Tally } from './tally.ts';

export interface FuzzRun {
  /** Numbers of the first case and of the one after the last. */
  from: number;
  to: number;
  processes: number;
  /** Milliseconds one file may take; the service allows more. */
  timeoutMs: number;
  /** When to stop, by `Date.now()`; the tally tells how far it came. */
  until: number;
}

/** How long after its deadline a file may still hold its process. */
const graceMs = 3_000;

/** Runs cases in a few processes at once and counts how they end. */
export async function runCases(run: FuzzCase, options: FuzzRun): Promise<Tally> {
  const tally = createTally();
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
      const { outcome, fault } = await run(number, { sandbox, stamper, folder });
      const milliseconds = performance.now() - start;
      tally.longestMs = Math.max(tally.longestMs, milliseconds);
      count(tally, outcome, number);
      if (fault !== undefined) tally.faults.push({ number, what: fault });
      // Reading and filling have a deadline each.
      if (milliseconds > 2 * options.timeoutMs + graceMs)
        tally.faults.push({ number, what: `took ${milliseconds} ms` });
    }
    await stamper.close();
    await rm(folder, { recursive: true });
  };
  await Promise.all(Array.from({ length: options.processes }, work));
  await sandbox.close();
  return tally;
}
