import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../infra/logger.ts';
import type { Child } from './child.ts';

export interface Supervised {
  /** The current process id; it changes after a restart. */
  pid(): number;
  /** Stops the program without a restart. Resolves when it has ended. */
  stop(): Promise<void>;
}

interface SuperviseOptions {
  name: string;
  logger: Logger;
  /** Starts the program and resolves once it serves. The caller gets the error of the first start. */
  start: () => Promise<Child>;
  /** Called after every restart, when the process id has changed. */
  onRestart?: (() => Promise<void>) | undefined;
}

/** Restarts a program that ends unexpectedly; the pause doubles after each failure, up to five seconds. */
export async function supervise({ name, logger, start, onRestart }: SuperviseOptions): Promise<Supervised> {
  const stopping = new AbortController();
  let child = await start();

  const watching = (async () => {
    for (;;) {
      const how = await child.exited;
      if (stopping.signal.aborted) return;
      logger.error({ service: name, how }, `${name} ended unexpectedly; restarting`);
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
        logger.error({ service: name, err: error }, `${name} could not be started; retrying`);
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
