import type { Node } from './node.ts';

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
} as const satisfies Node;
