import type { OrganizationRequest } from '../workflows/nodes/organization-info-node.ts';
import type { Executor } from './execution-context.ts';
import type { ActivityServices } from './services.ts';

/** Reads the profile of an organization of the workflow's owner. */
export function readOrganization({ organizationInfo }: Pick<ActivityServices, 'organizationInfo'>): Executor {
  return async ({ node, prepared }) => {
    const { organizationId } = prepared<OrganizationRequest>();
    return { ...(await organizationInfo.get(node.accountId, organizationId)) };
  };
}
