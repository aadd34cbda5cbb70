import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { Workflow } from './workflow.entity.ts';

/**
 * The workflow with this public id, if it belongs to the owner. Throws NOT_FOUND, also for the workflow of another
 * account.
 */
export async function getOwnedWorkflow(
  em: EntityManager,
  ownerId: number,
  publicId: string,
): Promise<Workflow> {
  // A text that cannot be an id is not looked up.
  const workflow = isPublicId('wrk', publicId)
    ? await em.findOne(Workflow, { publicId, owner: ownerId })
    : null;
  if (workflow === null) throw workflowNotFound();
  return workflow;
}

export const workflowNotFound = () => notFound('The workflow');
