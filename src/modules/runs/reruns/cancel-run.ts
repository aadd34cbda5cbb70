import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../../errors.ts';
import type { TemporalClient } from '../../../infra/temporal/temporal-client.ts';
import { getOwnedWorkflow } from '../../workflows/owned-workflow.ts';
import type { OutboxRepository } from '../dispatch/outbox.repository.ts';
import { getOwnedRun } from '../owned-run.ts';
import type { RunState } from './reruns.schemas.ts';

/** How long the response waits for the run to end. If no worker is running, it ends once one is. */
const WAIT_MS = 3_000;
const POLL_MS = 100;

export type CancelRun = (wanted: { ownerId: number; workflowId: string; runId: string }) => Promise<RunState>;

/**
 * Cancels a run: a pending one in the outbox, a started one in Temporal. Documents made until then are kept. Idempotent.
 * Throws NOT_FOUND, UNAVAILABLE and BUSY, and RUN_ENDED also if the run ends otherwise before the cancellation reaches it.
 */
export function createCancelRun(deps: {
  orm: MikroORM;
  outbox: Pick<OutboxRepository, 'cancelPending'>;
  temporal: Pick<TemporalClient, 'cancelRun'>;
}): CancelRun {
  const { orm, outbox, temporal } = deps;

  const find = async ({ ownerId, workflowId, runId }: Parameters<CancelRun>[0]) => {
    const em = orm.em.fork();
    return getOwnedRun(em, await getOwnedWorkflow(em, ownerId, workflowId), runId);
  };

  const cancelInTemporal = (engineWorkflowId: string) =>
    temporal.cancelRun(engineWorkflowId).catch((cause: unknown) => {
      throw new DomainError('UNAVAILABLE', 'Temporal is unreachable. Try again later.', { cause });
    });

  return async (wanted) => {
    const { runId } = wanted;
    const deadline = Date.now() + WAIT_MS;
    let isRequested = false;
    for (;;) {
      const run = await find(wanted);
      const { status } = run;
      const isEnded = status !== 'RUNNING' && status !== 'WAITING';
      if (isEnded && status !== 'CANCELLED')
        throw new DomainError('RUN_ENDED', `The run has already ended: it is ${status}.`);
      if (isEnded || (isRequested && Date.now() > deadline)) return { runId, status };
      if (!isRequested && !(await outbox.cancelPending(runId))) {
        isRequested = await cancelInTemporal(run.engineWorkflowId);
        if (!isRequested && Date.now() > deadline)
          throw new DomainError('BUSY', 'The run is being started or ended. Try again in a moment.');
      }
      await delay(POLL_MS);
    }
  };
}
