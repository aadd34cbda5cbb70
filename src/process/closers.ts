import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../infra/logger.ts';

/** What has been opened, to be closed in the opposite order. */
export interface Closers {
  /**
   * `close` gets `withinMs` before the next one has its turn all the same. Throws once the closing has begun, after taking
   * it: whoever opens one thing after the other is to stop there.
   */
  add(closer: { name: string; close: () => Promise<void>; withinMs?: number }): void;
  /** Closes everything, whatever fails on the way; called again it is the same. Answers whether all closed as it should. */
  closeAll(): Promise<boolean>;
  isClosing(): boolean;
}

/** Makes the list of what one process has to close. */
export function createClosers(logger: Logger): Closers {
  const closers: { name: string; close: () => Promise<void>; withinMs: number }[] = [];
  let closing: Promise<boolean> | undefined;

  async function closeEach(): Promise<boolean> {
    let clean = true;
    for (let closer = closers.pop(); closer; closer = closers.pop()) {
      const { name, close, withinMs } = closer;
      const began = performance.now();
      const abort = new AbortController();
      try {
        const late = delay(withinMs, 'late', { signal: abort.signal, ref: false });
        if ((await Promise.race([close(), late])) === 'late')
          throw new Error(`not closed after ${withinMs} ms`);
        logger.debug({ step: name, ms: Math.round(performance.now() - began) }, `closed ${name}`);
      } catch (error) {
        clean = false;
        logger.error({ step: name, err: error }, `${name} did not close as it should`);
      } finally {
        abort.abort();
      }
    }
    return clean;
  }

  return {
    add({ withinMs = 10_000, ...closer }) {
      closers.push({ withinMs, ...closer });
      if (closing !== undefined) throw new Closing(closer.name);
    },
    closeAll() {
      closing ??= closeEach();
      return closing;
    },
    isClosing: () => closing !== undefined,
  };
}

/** Something was to be opened in a process that is ending. */
export class Closing extends Error {
  constructor(what: string) {
    super(`${what}: the process is ending`);
    this.name = 'Closing';
  }
}
