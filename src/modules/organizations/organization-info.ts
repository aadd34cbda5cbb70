import { NodeError } from '../../../workflows/graph/node-error.ts';
import type { Sql } from '../../infra/sql.ts';

/** The profile of an organization, for workflows. A member without a value is null. */
interface OrganizationProfile {
  organizationId: string;
  name: string;
  displayName: string | null;
  description: string | null;
  email: string | null;
  billingEmail: string | null;
  phone: string | null;
  website: string | null;
  address: string | null;
  adminContactName: string | null;
  adminContactEmail: string | null;
  adminContactPhone: string | null;
}

/** The members of OrganizationProfile. */
export const profileMembers = [
  'organizationId',
  'name',
  'displayName',
  'description',
  'email',
  'billingEmail',
  'phone',
  'website',
  'address',
  'adminContactName',
  'adminContactEmail',
  'adminContactPhone',
] as const;

export interface OrganizationInfo {
  /**
   * The organization of an account: the named one, or its only one. Throws NodeError when there is none, and when there
   * are several and none is named.
   */
  get(accountId: string, organizationId: string | null): Promise<OrganizationProfile>;
}

export function createOrganizationInfo({ sql }: { sql: Sql }): OrganizationInfo {
  return {
    async get(accountId, organizationId) {
      const [first, second] = await sql<OrganizationProfile>(FIND, [accountId, organizationId]);
      if (first === undefined) {
        const detail =
          organizationId === null
            ? 'The owner of the workflow is not a member of an organization. Join one, or remove the node.'
            : `The owner of the workflow is not a member of the organization ${organizationId.slice(0, 60)}. Join it, or remove the node.`;
        throw new NodeError(detail);
      }
      if (second === undefined) return first;
      throw new NodeError(
        'The owner of the workflow is a member of several organizations. Set data.organizationId.',
      );
    },
  };
}

const FIND = {
  name: 'organization_info',
  text: `
    select o.public_id as "organizationId", o.name, o.display_name as "displayName", o.description, o.email,
           o.billing_email as "billingEmail", o.phone, o.website, o.address,
           o.admin_contact_name as "adminContactName", o.admin_contact_email as "adminContactEmail",
           o.admin_contact_phone as "adminContactPhone"
    from organization o
    join membership m on m.organization_id = o.id
    join user_account u on u.id = m.user_id
    where u.public_id = $1 and ($2::text is null or o.public_id = $2)
    order by o.id limit 2`,
};
