import type { Logger } from '../../../infra/logger.ts';
import { createLoop, type RoundOutcome } from '../../../infra/loop.ts';
import type { Engine } from '../../../infra/temporal/engine.ts';
import type { EngineStatus } from '../../../infra/temporal/engine-status.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { DispatcherRepository } from './outbox.repository.ts';

const BATCH = 100;
const CONCURRENCY = 8;
const LEASE_SECONDS = 60;
/** A run refused by the engine waits twice as long each time, up to this. */
const MAX_BACKOFF_SECONDS = 300;

export interface SweeperOptions {
  /** Between two looks at the outbox while there is nothing to do; longer and longer while the engine is away. */
  intervalMs?: number;
  /** Between two comparisons of unfinished runs with the engine. */
  reconcileMs?: number;
  /** Runs younger than this are not compared. */
  reconcileAfterSeconds?: number;
}

/** Starts what was committed but not started, and again what the engine has lost. Several may sweep at once. */
export interface Sweeper {
  start(): void;
  close(): Promise<void>;
}

export interface SweeperDependencies {
  events: DispatcherRepository;
  dispatcher: Dispatcher;
  engine: Engine;
  logger: Logger;
}

export function createSweeper(deps: SweeperDependencies, options: SweeperOptions = {}): Sweeper {
  const { logger } = deps;
  const { intervalMs = 1_000, reconcileMs = 60_000, reconcileAfterSeconds = 300 } = options;
  const outbox = createLoop(intervalMs, () => sweepOutbox(deps), logger);
  const reconcile = createLoop(reconcileMs, () => compareOpenRuns(deps, reconcileAfterSeconds), logger);
  return {
    start: () => {
      outbox.start();
      reconcile.start();
    },
    close: async () => {
      await Promise.all([outbox.close(), reconcile.close()]);
    },
  };
}

/** Claims one batch and starts it; in vain when the engine is away and took none of it. */
export async function sweepOutbox({
  events,
  dispatcher,
  logger,
}: SweeperDependencies): Promise<RoundOutcome> {
  const batch = await events.claim(BATCH, LEASE_SECONDS);
  if (batch.length === 0) return false;
  const left = [...batch];
  let away = false;
  let started = 0;
  const startSome = async () => {
    for (let event = left.shift(); event !== undefined; event = left.shift()) {
      const { eventId, attempts } = event;
      const outcome = await dispatcher.start(eventId, attempts);
      if (outcome === 'started') started += 1;
      if (outcome === 'refused')
        await events.release([eventId], Math.min(MAX_BACKOFF_SECONDS, 2 ** attempts));
      if (outcome === 'engine away') {
        // Nothing else will start either: hand the whole rest back and try again at the next look.
        away = true;
        await events.release([eventId, ...left.splice(0).map((rest) => rest.eventId)], 0);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, startSome));
  logger.debug({ claimed: batch.length, away }, 'outbox swept');
  // A claim takes no more than a share of each workflow: only an empty one says that there is nothing more.
  if (away) return started === 0 ? 'in vain' : false;
  return true;
}

/**
 * Compares unfinished runs with the engine: one it has lost (its data is gone) is owed again, one it ended without
 * telling (terminated by an operator) is closed here too. Documents are named by run and node, so none is made twice.
 */
export async function compareOpenRuns(
  { events, engine, logger }: Pick<SweeperDependencies, 'events' | 'engine' | 'logger'>,
  olderThanSeconds: number,
): Promise<boolean> {
  let cursor = '0';
  for (;;) {
    const runs = await events.findOpenRuns({ seconds: olderThanSeconds, cursor, limit: BATCH });
    for (const { id, runId, engineWorkflowId } of runs) {
      cursor = id;
      const status = await engine.findStatus(engineWorkflowId);
      if (status === 'RUNNING') continue;
      const ours = status === 'CANCELLED' ? 'CANCELLED' : 'FAILED';
      const wasOpen =
        status === null
          ? await events.oweAgain(runId)
          : await events.closeRun(runId, ours, endedOutside(status));
      // Most have simply ended since they were read.
      if (!wasOpen) continue;
      logger.warn({ runId, engineWorkflowId, status }, 'an unfinished run was not running in the engine');
    }
    if (runs.length < BATCH) return false;
  }
}

function endedOutside(status: EngineStatus): string {
  return `The run was ended in the workflow engine (${status}) before it could be recorded.`;
}
