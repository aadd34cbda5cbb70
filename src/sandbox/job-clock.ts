import { findProcessorTime } from './processor-time.ts';

/** A job that is not given the processor, or waits for something that never comes, is let wait that many times longer. */
const PATIENCE = 4;

export interface JobClock {
  /** Whether the job has had its time. */
  isUp: () => Promise<boolean>;
}

export interface ClockOptions {
  pid: number | undefined;
  /** Milliseconds of processor time. */
  timeoutMs: number;
  /** Milliseconds from anywhere. */
  now?: () => number;
}

/**
 * Starts the clock of a job in a process of its own. It goes by the processor time the process gets, so that what is
 * read in time on a quiet machine is read on a busy one too.
 */
export function startJobClock({ pid, timeoutMs, now = () => performance.now() }: ClockOptions): JobClock {
  const startedAt = now();
  const find = async () => (pid === undefined ? null : findProcessorTime(pid));
  const before = find();
  return {
    isUp: async () => {
      const passed = now() - startedAt;
      if (passed <= timeoutMs) return false;
      if (passed > PATIENCE * timeoutMs) return true;
      const [start, current] = await Promise.all([before, find()]);
      return start === null || current === null || current - start > timeoutMs;
    },
  };
}
