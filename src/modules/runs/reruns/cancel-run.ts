import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../../errors.ts';
import type { Engine } from '../../../infra/temporal/engine.ts';
import { getOwnedWorkflow } from '../../workflows/owned-workflow.ts';
import { getOwnedRun } from '../owned-run.ts';
import type { RerunRepository } from './rerun.repository.ts';
import type { RunState } from './reruns.schemas.ts';

/** How long the answer waits for a run to have ended; a worker that is away records it when it is back. */
const WAIT_MS = 3_000;
const LOOK_MS = 100;

export type CancelRun = (wanted: { ownerId: number; workflowId: string; runId: string }) => Promise<RunState>;

/**
 * Ends a run: one that nobody has begun to start is ended here, any other by the engine's cancellation. Documents made
 * until then are kept. Cancelling again changes nothing. Throws NOT_FOUND, RUN_ENDED, UNAVAILABLE and BUSY.
 */
export function createCancelRun(deps: {
  orm: MikroORM;
  reruns: RerunRepository;
  engine: Pick<Engine, 'cancelRun'>;
}): CancelRun {
  const { orm, reruns, engine } = deps;

  const look = async ({ ownerId, workflowId, runId }: Parameters<CancelRun>[0]) => {
    const em = orm.em.fork();
    return getOwnedRun(em, await getOwnedWorkflow(em, ownerId, workflowId), runId);
  };

  const cancelInEngine = (engineWorkflowId: string) =>
    engine.cancelRun(engineWorkflowId).catch((cause: unknown) => {
      throw new DomainError('UNAVAILABLE', 'The workflow engine does not answer; try again.', { cause });
    });

  return async (wanted) => {
    const { runId } = wanted;
    const deadline = Date.now() + WAIT_MS;
    let isAsked = false;
    for (let first = true; ; first = false) {
      const run = await look(wanted);
      const { status } = run;
      const isEnded = status !== 'RUNNING' && status !== 'WAITING';
      if (isEnded && first && status !== 'CANCELLED')
        throw new DomainError('RUN_ENDED', `The run is ${status} already.`);
      if (isEnded || (isAsked && Date.now() > deadline)) return { runId, status };
      if (!isAsked && !(await reruns.cancelPending(runId))) {
        isAsked = await cancelInEngine(run.engineWorkflowId);
        if (!isAsked && Date.now() > deadline)
          throw new DomainError('BUSY', 'The run is being started or ended at this moment; try again.');
      }
      await delay(LOOK_MS);
    }
  };
}
