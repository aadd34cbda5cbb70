import type { Logger } from './logger.ts';

/** Work repeated for as long as the process lives. */
export interface Loop {
  start(): void;
  /** Ends the pause, if there is one. */
  wake(): void;
  /** Resolves when the current round is over. */
  close(): Promise<void>;
}

const MAX_PAUSE_MS = 15_000;

/** True: more work is ready now. `failed`: the round could not do its work. */
export type RoundOutcome = boolean | 'failed';

/**
 * Calls `round` repeatedly: immediately when it returns true, else after `pauseMs`. The pause doubles after each failed
 * round, up to 15 s (or `pauseMs` if that is longer).
 */
export function createLoop(pauseMs: number, round: () => Promise<RoundOutcome>, logger: Logger): Loop {
  let closing = false;
  let running: Promise<void> | null = null;
  let endPause = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    let failures = 0;
    while (!closing) {
      try {
        const outcome = await round();
        failures = outcome === 'failed' ? failures + 1 : 0;
        if (outcome === true) continue;
      } catch (error) {
        failures++;
        logger.warn({ err: error, failures }, 'background job failed; retrying');
      }
      if (closing) return;
      await pause(
        failures === 0 ? pauseMs : Math.max(pauseMs, Math.min(MAX_PAUSE_MS, pauseMs * 2 ** failures)),
      );
    }
  };

  return {
    start: () => {
      running ??= run();
    },
    wake: () => endPause(),
    async close() {
      closing = true;
      endPause();
      await running;
    },
  };
}
