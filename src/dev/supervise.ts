import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../infra/logger.ts';
import type { Child } from './child.ts';

export interface Supervised {
  /** The current process; another one after a restart. */
  pid(): number;
  /** Ends the program for good. Resolves when it is gone. */
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  name: string;
  logger: Logger;
  /** Starts the program and resolves once it serves. Rejections of the first start reach the caller. */
  start: () => Promise<Child>;
  /** Told after every restart; the process id has changed. */
  onRestart?: (() => Promise<void>) | undefined;
}

/**
 * Keeps a program running: when it ends by itself it is started again, waiting longer after each failure.
 * What depends on it sees a short outage instead of an end.
 */
export async function supervise({ name, logger, start, onRestart }: SuperviseOptions): Promise<Supervised> {
  const stopping = new AbortController();
  let child = await start();

  const watching = (async () => {
    for (;;) {
      const how = await child.exited;
      if (stopping.signal.aborted) return;
      logger.error({ service: name, how }, `${name} ended by itself; starting it again`);
      const restarted = await restart();
      if (!restarted) return;
      child = restarted;
    }
  })();

  async function restart(): Promise<Child | null> {
    for (let pauseMs = 100; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      try {
        const next = await start();
        child = next;
        if (stopping.signal.aborted) {
          await next.stop();
          return null;
        }
        await onRestart?.();
        logger.info({ service: name, pid: next.pid }, `${name} runs again`);
        return next;
      } catch (error) {
        logger.error({ service: name, err: error }, `${name} could not be started; trying again`);
        await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return null;
  }

  return {
    pid: () => child.pid,
    async stop() {
      stopping.abort();
      await child.stop();
      await watching;
    },
  };
}
