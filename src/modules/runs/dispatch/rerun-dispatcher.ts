import type { Logger } from '../../../infra/logger.ts';
import { createLoop } from '../../../infra/loop.ts';
import { type Engine, findFinalRefusal, isEngineAway } from '../../../infra/temporal/engine.ts';
import type { RerunRepository } from '../reruns/rerun.repository.ts';
import type { DispatcherRepository } from './outbox.repository.ts';
import { createRunInputs } from './run-input.ts';

/** Starts runs that somebody asked for. Several processes may do so at once. */
export interface RerunDispatcher {
  /** Starts one just inserted, soon and in the background. Never throws; what fails is left to the sweeper. */
  dispatch(runId: string): void;
  /** One look at the outbox. Answers whether there is likely more to do at once. */
  sweep(): Promise<boolean>;
  start(): void;
  /** Looks at the outbox now. */
  wake(): void;
  close(): Promise<void>;
}

export interface RerunDispatcherDependencies {
  reruns: RerunRepository;
  events: DispatcherRepository;
  engine: Engine;
  logger: Logger;
  dataNodesAs: 'local-activities' | 'activities';
}

const INTERVAL_MS = 1_000;
const BATCH = 20;
/** Of many replayed at once, so many run at a time. */
const BULK_SLOTS = 8;
const LEASE_SECONDS = 60;
/** A run that could not be started waits twice as long each time, up to this; less when the engine itself was away. */
const MAX_BACKOFF_SECONDS = 300;
const MAX_AWAY_SECONDS = 15;
/** Tries within some four minutes, in case it is a fault of the moment after all. */
const MAX_REFUSALS = 8;

export function createRerunDispatcher(deps: RerunDispatcherDependencies): RerunDispatcher {
  const { reruns, events, engine, logger, dataNodesAs } = deps;
  const inputs = createRunInputs({
    events: { findPending: reruns.findPending, findPins: events.findPins },
    dataNodesAs,
  });
  const running = new Set<Promise<void>>();
  let closing = false;

  const startRun = async (runId: string) => {
    const [owed, run] = await Promise.all([inputs.find(runId), reruns.findRun(runId)]);
    if (owed === null || run === null) return;
    const { engineWorkflowId: workflowId, isBulk, kept } = run;
    await engine.startRun({ ...owed.input, ...(kept !== null && { kept }) }, { workflowId, isBulk });
    await reruns.markStarted([runId]);
  };

  const tryRun = async ({ runId, attempts }: { runId: string; attempts: number }): Promise<void> => {
    try {
      await startRun(runId);
    } catch (error) {
      const refusal = attempts < MAX_REFUSALS ? null : findFinalRefusal(error);
      logger.warn({ runId, attempts, err: error }, 'a replay or retry could not be started');
      if (refusal !== null) {
        const reason = `The workflow engine refused to start the run: ${refusal.slice(0, 500)}`;
        await reruns.giveUp(runId, reason);
      } else {
        const most = isEngineAway(error) ? MAX_AWAY_SECONDS : MAX_BACKOFF_SECONDS;
        await reruns.release([runId], Math.min(most, 2 ** attempts));
      }
    }
  };

  const sweep = async () => {
    const batch = await reruns.claim({ limit: BATCH, bulkSlots: BULK_SLOTS, leaseSeconds: LEASE_SECONDS });
    await Promise.all(batch.map(tryRun));
    return batch.length >= BATCH;
  };

  const loop = createLoop(INTERVAL_MS, sweep, logger);
  return {
    sweep,
    start: loop.start,
    wake: loop.wake,
    dispatch(runId) {
      if (closing) return;
      const work = tryRun({ runId, attempts: 1 })
        .catch((error: unknown) => logger.warn({ runId, err: error }, 'left to the sweeper'))
        .then(() => void running.delete(work));
      running.add(work);
    },
    async close() {
      closing = true;
      await Promise.all([loop.close(), ...running]);
    },
  };
}
