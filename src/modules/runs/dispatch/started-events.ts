import type { Logger } from '../../../infra/logger.ts';
import type { DispatcherRepository } from './outbox.repository.ts';

/** Writes down which events the engine has, many with one statement while the one before is under way. */
export interface StartedMarks {
  add(eventId: string): void;
  /** Resolves when everything added so far is written, or could not be. */
  flush(): Promise<void>;
}

/**
 * A mark that is lost costs nothing but a second start, which the engine answers with "has it already"; so a failure
 * is logged and left to the sweeper.
 */
export function createStartedMarks(deps: { events: DispatcherRepository; logger: Logger }): StartedMarks {
  let collected: string[] = [];
  let writing: Promise<void> | null = null;

  const write = async () => {
    while (collected.length > 0) {
      const batch = collected;
      collected = [];
      await deps.events.markStarted(batch).catch((error: unknown) => {
        deps.logger.warn({ err: error, count: batch.length }, 'started events could not be marked');
      });
    }
    writing = null;
  };

  return {
    add(eventId) {
      collected.push(eventId);
      writing ??= write();
    },
    async flush() {
      while (writing !== null) await writing;
    },
  };
}
