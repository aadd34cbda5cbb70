import { findOpenReference, interpolate } from '../graph/interpolate.ts';
import { isScalar, type JsonObject, type JsonValue, scalarText } from '../graph/json-text.ts';
import { NodeError } from '../graph/node-error.ts';
import type { Reader } from '../graph/reader.ts';
import { readsOfText } from '../graph/reads.ts';
import type { DataFault, NodeContext } from '../graph/types.ts';
import type { Node } from './node.ts';

const texts = ['to', 'subject', 'body'] as const;

function findFaults(data: JsonObject, context: NodeContext | undefined): DataFault[] {
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

/** The texts of a mail. */
export interface MailTexts {
  to: string;
  subject: string;
  body: string;
}

/** Throws NodeError when one of the texts is an object or a list. */
function prepare(data: JsonObject, reader: Reader) {
  return {
    to: textOf(data.to, 'to', reader),
    subject: textOf(data.subject, 'subject', reader),
    body: textOf(data.body, 'body', reader),
  } satisfies MailTexts;
}

function textOf(source: JsonValue | undefined, member: string, reader: Reader): string {
  const value = interpolate(String(source), reader);
  if (isScalar(value)) return scalarText(value);
  throw new NodeError(
    `"${member}" is ${Array.isArray(value) ? 'a list' : 'an object'}. It must become text.`,
  );
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
  prepare,
} as const satisfies Node;
