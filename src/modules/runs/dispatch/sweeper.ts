import type { Logger } from '../../../infra/logger.ts';
import { createLoop, type Loop, type RoundOutcome } from '../../../infra/loop.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { OutboxRepository } from './outbox.repository.ts';

const BATCH = 100;
/** Bulk replays under way at once. */
const BULK_SLOTS = 8;
const CONCURRENCY = 8;
const LEASE_SECONDS = 60;
/** After each rejected start a run waits twice as long, up to this. */
const MAX_BACKOFF_SECONDS = 300;

interface SweeperDependencies {
  outbox: OutboxRepository;
  dispatcher: Dispatcher;
  logger: Logger;
}

/**
 * Starts pending runs that no process holds: those whose process died or could not reach Temporal, and bulk replays.
 * Any number of processes may sweep. While Temporal is unreachable the pauses grow.
 */
export function createSweeper(deps: SweeperDependencies, { intervalMs = 1_000 } = {}): Loop {
  return createLoop(intervalMs, () => sweepOutbox(deps), deps.logger);
}

/** Claims one batch and starts its runs. `failed` when Temporal was unreachable and none has started. */
export async function sweepOutbox({
  outbox,
  dispatcher,
  logger,
}: SweeperDependencies): Promise<RoundOutcome> {
  const batch = await outbox.claim({ limit: BATCH, bulkSlots: BULK_SLOTS, leaseSeconds: LEASE_SECONDS });
  if (batch.length === 0) return false;
  const left = [...batch];
  let isUnreachable = false;
  let started = 0;
  const startSome = async () => {
    for (let run = left.shift(); run !== undefined; run = left.shift()) {
      const { runId, attempts } = run;
      const outcome = await dispatcher.start(runId, attempts);
      if (outcome === 'started') started += 1;
      if (outcome === 'rejected')
        await outbox.retryLater(runId, Math.min(MAX_BACKOFF_SECONDS, 2 ** attempts));
      if (outcome === 'unreachable') {
        // The rest would fail too: release all of it for the next round.
        isUnreachable = true;
        await outbox.release([runId, ...left.splice(0).map((rest) => rest.runId)]);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, startSome));
  logger.debug({ claimed: batch.length, isUnreachable }, 'outbox swept');
  if (isUnreachable) return started === 0 ? 'failed' : false;
  // A claim takes only a share of each workflow's runs, so only an empty claim means that the outbox is empty.
  return true;
}
