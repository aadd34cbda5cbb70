import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { GraphVersion } from './graph-version.entity.ts';

/** One version of a workflow's graph. Throws VALIDATION_FAILED when there is none of this number. */
export async function getGraphVersion(
  em: EntityManager,
  { workflowId, number }: { workflowId: number; number: number | undefined },
): Promise<GraphVersion> {
  const version =
    number === undefined || number > 2_147_483_647
      ? null
      : await em.findOne(GraphVersion, { workflow: workflowId, number });
  if (version !== null) return version;
  const message = 'names no version of this workflow; GET …/versions lists them';
  throw new DomainError('VALIDATION_FAILED', `graphVersion ${message}.`, {
    paths: [{ path: 'graphVersion', message }],
  });
}
