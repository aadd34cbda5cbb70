import { passCrashPoint } from '../../../infra/crash-points.ts';
import { createLimiter } from '../../../infra/limiter.ts';
import type { Logger } from '../../../infra/logger.ts';
import {
  findPermanentRejection,
  isTemporalUnreachable,
  type TemporalClient,
} from '../../../infra/temporal/temporal-client.ts';
import { noTracing, type Tracing } from '../../../infra/tracing/tracing.ts';
import type { OutboxRepository } from './outbox.repository.ts';
import { createRunInputs } from './run-input.ts';
import { createStartedRuns } from './started-runs.ts';

interface DispatcherDependencies {
  outbox: OutboxRepository;
  temporal: Pick<TemporalClient, 'startRun'>;
  logger: Logger;
  /** Default: no traces. */
  tracing?: Pick<Tracing, 'within'>;
}

/** Result of an attempt to start one run. `gone`: the run is deleted, started or ended. */
type StartOutcome = 'started' | 'gone' | 'rejected' | 'given up' | 'unreachable';

/** Starts pending runs in Temporal. */
export interface Dispatcher {
  /**
   * Starts a run that this process has just committed and leased. Runs in the background and never throws; accounts
   * alternate. The sweeper retries runs that cannot be started now.
   */
  dispatch(runId: string, accountId?: string): void;
  /** Starts a leased run now. After several permanent rejections by Temporal, the run ends as FAILED. */
  start(runId: string, attempts: number): Promise<StartOutcome>;
  /** Starts no further runs and waits for those being started. */
  close(): Promise<void>;
}

/** Runs being started at once. Beyond that they wait in memory up to a limit, and then in the outbox. */
const CONCURRENCY = 16;
const MAX_WAITING = 1_000;
/** Attempts within about four minutes: the cause may be temporary after all. */
const MAX_ATTEMPTS = 8;

export function createDispatcher(deps: DispatcherDependencies): Dispatcher {
  const { outbox, temporal, logger, tracing = noTracing } = deps;
  const inputs = createRunInputs(deps);
  const startedRuns = createStartedRuns({ outbox, logger });
  const slots = createLimiter({
    concurrency: CONCURRENCY,
    maxQueue: MAX_WAITING,
    busy: () => new Error('The run waits in the outbox.'),
  });
  const running = new Set<Promise<unknown>>();

  const start = async (runId: string, attempts: number): Promise<StartOutcome> => {
    try {
      const found = await inputs.find(runId);
      if (found === null) return 'gone';
      const { input, place, traceparent } = found;
      await tracing.within(traceparent, () => temporal.startRun(input, place));
      passCrashPoint('run-started');
      startedRuns.add(runId);
      logger.debug({ runId, eventId: input.eventId }, 'run started');
      return 'started';
    } catch (error) {
      const reason = attempts < MAX_ATTEMPTS ? null : findPermanentRejection(error);
      if (reason !== null) {
        logger.error({ runId, attempts, err: error }, 'Temporal rejects this run; it has failed');
        await outbox.giveUp(runId, `Temporal rejected the start of the run: ${reason.slice(0, 500)}`);
        return 'given up';
      }
      const isUnreachable = isTemporalUnreachable(error);
      logger.warn(
        { runId, attempts, err: error },
        isUnreachable ? 'Temporal is unreachable' : 'a run could not be started; retrying',
      );
      return isUnreachable ? 'unreachable' : 'rejected';
    }
  };

  return {
    start,
    dispatch(runId, accountId = '') {
      const work: Promise<unknown> = slots
        .run(accountId, () => start(runId, 1))
        .catch((error: unknown) => logger.debug({ runId, err: error }, 'the run is left to the sweeper'));
      running.add(work);
      void work.then(() => running.delete(work));
    },
    async close() {
      slots.close(new Error('The service is stopping.'));
      await Promise.all(running);
      await startedRuns.flush();
    },
  };
}
