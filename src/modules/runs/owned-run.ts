import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import type { Workflow } from '../workflows/workflow.entity.ts';
import { Run } from './run.entity.ts';

/** A run of this workflow, with its event, graph and the run it retries. Throws NOT_FOUND. */
export async function getOwnedRun(em: EntityManager, workflow: Workflow, publicId: string): Promise<Run> {
  const run = isPublicId('run', publicId)
    ? await em.findOne(
        Run,
        { publicId, workflow: workflow.id },
        { populate: ['event', 'graphVersion', 'sourceRun'] },
      )
    : null;
  if (run === null) throw notFound('The run');
  return run;
}
