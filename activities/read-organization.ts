import type { Executor } from './execution-context.ts';
import type { ActivityServices } from './services.ts';

/** Reads the profile of an organization of the workflow's owner. */
export function readOrganization({ organizationInfo }: Pick<ActivityServices, 'organizationInfo'>): Executor {
  return async ({ node, data }) => {
    const wanted = typeof data.organizationId === 'string' ? data.organizationId.trim() || null : null;
    return { ...(await organizationInfo.get(node.accountId, wanted)) };
  };
}
