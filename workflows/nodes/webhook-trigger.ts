import type { Node } from './node.ts';

/** Where a run begins. Its output is the received payload. */
export const webhookTrigger = {
  label: 'Starts a run when a webhook arrives.',
  members: {
    jsonSchema: {
      kind: 'object or text',
      required: false,
      description: 'JSON Schema every payload must match, as an object or as text holding one.',
    },
    signingSecret: {
      kind: 'text',
      required: false,
      description: 'Secret of the Standard Webhooks signature, whsec_ and base64.',
    },
  },
  feedsEvent: false,
  inline: true,
} as const satisfies Node;
