import type { Logger } from './logger.ts';

/** Work repeated for as long as the process lives. */
export interface Loop {
  start(): void;
  /** Ends the pause, if there is one. */
  wake(): void;
  /** Resolves when the round under way is over. */
  close(): Promise<void>;
}

const MAX_PAUSE_MS = 15_000;

/** Whether a round left more to do at once; `in vain` when it could not do what there was to do. */
export type RoundOutcome = boolean | 'in vain';

/**
 * Calls `round` again and again: at once when it answers true, else after `pauseMs`. When rounds fail or are in vain
 * the pause doubles each time, up to 15 s (or `pauseMs` if that is longer).
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
        failures = outcome === 'in vain' ? failures + 1 : 0;
        if (outcome === true) continue;
      } catch (error) {
        failures++;
        logger.warn({ err: error, failures }, 'a background round failed; it is tried again');
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
