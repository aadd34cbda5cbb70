import { findOpenReference } from '../graph/interpolate.ts';
import type { JsonObject } from '../graph/json-text.ts';
import { readsOfText } from '../graph/reads.ts';
import type { DataFault, GraphContext } from '../graph/types.ts';
import type { Node } from './node.ts';

const texts = ['to', 'subject', 'body'] as const;

function findFaults(data: JsonObject, context: GraphContext | undefined): DataFault[] {
  const open = texts.flatMap((member): DataFault[] => {
    const message = findOpenReference(String(data[member]));
    return message === null ? [] : [{ member, message }];
  });
  const attach = Array.isArray(data.attach) ? data.attach : [];
  const wrong = attach.flatMap((id, index): DataFault[] =>
    typeof id === 'string'
      ? []
      : [{ member: `attach[${index}]`, message: 'must be the id of a templateNode' }],
  );
  const unfit = texts.flatMap((member): DataFault[] => {
    const text = String(data[member]);
    // The values of references are not known yet.
    if (context === undefined || text.includes('${')) return [];
    const message = context.findMailTextFault(member, text);
    return message === null ? [] : [{ member, message }];
  });
  return [...open, ...unfit, ...wrong];
}

/** Sends a mail. Executor: `activities/send-mail.ts`. */
export const emailNode = {
  label: 'Sends a mail, with documents of the run.',
  members: {
    to: {
      kind: 'text',
      required: true,
      description: 'Addresses, with commas between; text with references.',
    },
    subject: { kind: 'text', required: true, description: 'Text with references.' },
    body: { kind: 'text', required: true, description: 'Plain text with references.' },
    attach: {
      kind: 'list',
      required: false,
      description: 'Ids of template nodes above; their documents are attached.',
    },
  },
  findFaults,
  reads: (data) =>
    texts.flatMap((member) =>
      readsOfText(String(data[member]), member).map((read) => ({ ...read, need: 'text' as const })),
    ),
  feedsEvent: false,
  inline: false,
} as const satisfies Node;
