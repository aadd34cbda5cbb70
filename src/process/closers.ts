import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../infra/logger.ts';

/** Open resources, closed in reverse order. */
export interface Closers {
  /**
   * Adds a resource. After `withinMs` the next one is closed anyway. Throws if closing has begun, so that the caller opens
   * nothing further; the resource itself is closed.
   */
  add(closer: { name: string; close: () => Promise<void>; withinMs?: number }): void;
  /** Closes everything, even if some of it fails. Idempotent. Returns whether everything closed without errors. */
  closeAll(): Promise<boolean>;
  isClosing(): boolean;
}

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
        logger.error({ step: name, err: error }, `${name} did not close cleanly`);
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

/** A resource was opened while the process is ending. */
export class Closing extends Error {
  constructor(what: string) {
    super(`${what}: the process is ending`);
    this.name = 'Closing';
  }
}
