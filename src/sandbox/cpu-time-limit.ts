import { findCpuTime } from './process-usage.ts';

/** The limit in elapsed time, as a multiple of the limit in CPU time: for jobs that wait and use no CPU. */
const ELAPSED_FACTOR = 4;

export interface CpuTimeLimit {
  isExceeded: () => Promise<boolean>;
}

interface CpuTimeLimitOptions {
  pid: number | undefined;
  /** Milliseconds of CPU time. */
  timeoutMs: number;
  /** The current time in milliseconds, from any starting point. */
  now?: () => number;
}

/**
 * Starts to measure a job in a process of its own. The limit applies to CPU time, so that a busy machine reads the same
 * files as an idle one. If the system does not report CPU time, the limit applies to elapsed time.
 */
export function startCpuTimeLimit(options: CpuTimeLimitOptions): CpuTimeLimit {
  const { pid, timeoutMs, now = () => performance.now() } = options;
  const startedAt = now();
  const readCpuTime = async () => (pid === undefined ? null : findCpuTime(pid));
  const atStart = readCpuTime();
  return {
    isExceeded: async () => {
      const elapsed = now() - startedAt;
      if (elapsed <= timeoutMs) return false;
      if (elapsed > ELAPSED_FACTOR * timeoutMs) return true;
      const [start, current] = await Promise.all([atStart, readCpuTime()]);
      return start === null || current === null || current - start > timeoutMs;
    },
  };
}
