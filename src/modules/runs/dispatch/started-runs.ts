import type { Logger } from '../../../infra/logger.ts';
import type { OutboxRepository } from './outbox.repository.ts';

/** Marks runs as started. Those that start while a statement is under way share the next one. */
interface StartedRuns {
  add(runId: string): void;
  /** Resolves when everything added so far is written, or has failed. */
  flush(): Promise<void>;
}

/**
 * A lost mark only causes a second start, which Temporal rejects because it knows the id. So a failure is logged, and
 * the sweeper starts the run again.
 */
export function createStartedRuns(deps: {
  outbox: Pick<OutboxRepository, 'markStarted'>;
  logger: Logger;
}): StartedRuns {
  let collected: string[] = [];
  let writing: Promise<void> | null = null;

  const write = async () => {
    while (collected.length > 0) {
      const batch = collected;
      collected = [];
      await deps.outbox.markStarted(batch).catch((error: unknown) => {
        deps.logger.warn({ err: error, count: batch.length }, 'started runs could not be marked');
      });
    }
    writing = null;
  };

  return {
    add(runId) {
      collected.push(runId);
      writing ??= write();
    },
    async flush() {
      while (writing !== null) await writing;
    },
  };
}
