import { passCrashPoint } from '../../../infra/crash-points.ts';
import { createFairQueue } from '../../../infra/fair-queue.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { Engine } from '../../../infra/temporal/engine.ts';
import { findFinalRefusal, isEngineAway } from '../../../infra/temporal/engine.ts';
import { noTracing, type Tracing } from '../../../infra/tracing/tracing.ts';
import type { DispatcherRepository } from './outbox.repository.ts';
import { createRunInputs, type RunInputs } from './run-input.ts';
import { createStartedMarks } from './started-events.ts';

export interface DispatcherDependencies {
  events: DispatcherRepository;
  engine: Engine;
  logger: Logger;
  dataNodesAs: 'local-activities' | 'activities';
  /** Default: traces nothing. */
  tracing?: Pick<Tracing, 'within'>;
}

/** How a try to start the run of one event ended. */
export type StartOutcome = 'started' | 'gone' | 'refused' | 'given up' | 'engine away';

/** Starts the runs that committed events are owed. */
export interface Dispatcher {
  /**
   * Starts the run of an event this process has just committed and leased, soon and in the background; accounts take
   * turns. Never throws; what it cannot do now is left to the sweeper.
   */
  dispatch(eventId: string, accountId?: string): void;
  /** Starts the run of one leased event now. What the engine refuses for good ends as a failed run after some tries. */
  start(eventId: string, attempts: number): Promise<StartOutcome>;
  /** Waits for what was begun. */
  close(): Promise<void>;
}

/** Starts at once; a burst beyond this waits in memory up to a bound, and beyond that in the table. */
const CONCURRENCY = 16;
const MAX_WAITING = 1_000;
/** Tries within some four minutes, in case it is a fault of the moment after all. */
const MAX_REFUSALS = 8;

export function createDispatcher(deps: DispatcherDependencies): Dispatcher {
  const { events, engine, logger, tracing = noTracing } = deps;
  const inputs: RunInputs = createRunInputs(deps);
  const marks = createStartedMarks({ events, logger });
  const waiting = createFairQueue<string>(MAX_WAITING);
  const running = new Set<Promise<void>>();
  let closing = false;

  const start = async (eventId: string, attempts: number): Promise<StartOutcome> => {
    try {
      const owed = await inputs.find(eventId);
      if (owed === null) return 'gone';
      await tracing.within(owed.traceparent, () => engine.startRun(owed.input));
      passCrashPoint('run-started');
      marks.add(eventId);
      logger.debug({ eventId, runId: owed.input.runId }, 'run started');
      return 'started';
    } catch (error) {
      const refusal = attempts < MAX_REFUSALS ? null : findFinalRefusal(error);
      if (refusal !== null) {
        logger.error({ eventId, attempts, err: error }, 'a run the engine refuses is given up');
        await events.giveUp(
          eventId,
          `The workflow engine refused to start the run: ${refusal.slice(0, 500)}`,
        );
        return 'given up';
      }
      const away = isEngineAway(error);
      logger.warn(
        { eventId, attempts, err: error },
        away ? 'the engine is away' : 'a run could not be started',
      );
      return away ? 'engine away' : 'refused';
    }
  };

  const pump = () => {
    while (running.size < CONCURRENCY) {
      const eventId = waiting.shift();
      if (eventId === null) return;
      const work = start(eventId, 1).then(() => {
        running.delete(work);
        pump();
      });
      running.add(work);
    }
  };

  return {
    start,
    dispatch(eventId, accountId = '') {
      if (closing) return;
      waiting.push(accountId, eventId);
      pump();
    },
    async close() {
      closing = true;
      waiting.clear();
      await Promise.all(running);
      await marks.flush();
    },
  };
}
