import type { JsonObject } from '../graph/json-text.ts';
import type { Node } from './node.ts';

/** The organization to read; null: the only one of the owner. */
export interface OrganizationRequest {
  organizationId: string | null;
}

function prepare({ organizationId }: JsonObject) {
  const id = typeof organizationId === 'string' ? organizationId.trim() || null : null;
  return { organizationId: id } satisfies OrganizationRequest;
}

/** Reads the profile of an organization. Executor: `activities/read-organization.ts`. */
export const organizationInfoNode = {
  label: "Reads the profile of the owner's organization.",
  members: {
    organizationId: {
      kind: 'text',
      required: false,
      description:
        'Public id, org_…, of one of the organizations of the owner; needed when there are several.',
    },
  },
  feedsEvent: true,
  inline: true,
  prepare,
} as const satisfies Node;
