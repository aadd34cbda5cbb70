import { DomainError } from '../../errors.ts';

/**
 * Runs at most `concurrency` tasks at once and lets `waiting` more wait. Beyond that: BUSY, at once. It keeps a flood
 * of log-ins from taking all memory and every thread.
 */
export function createWorkQueue({ concurrency, waiting }: { concurrency: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;

  return async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running >= concurrency) {
      if (queue.length >= waiting) {
        throw new DomainError('BUSY', 'Too many log-ins at once; try again in a moment.');
      }
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
