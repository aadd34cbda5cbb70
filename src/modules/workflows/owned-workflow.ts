import type { EntityManager } from '@mikro-orm/postgresql';
import { notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { Workflow } from './workflow.entity.ts';

/**
 * The workflow with this public id, if it is this owner's. Throws NOT_FOUND, the same for what does not exist and
 * for what belongs to somebody else.
 */
export async function getOwnedWorkflow(
  em: EntityManager,
  ownerId: number,
  publicId: string,
): Promise<Workflow> {
  // Text that cannot be an id never reaches the database.
  const workflow = isPublicId('wrk', publicId)
    ? await em.findOne(Workflow, { publicId, owner: ownerId })
    : null;
  if (workflow === null) throw workflowNotFound();
  return workflow;
}

export const workflowNotFound = () => notFound('The workflow');
