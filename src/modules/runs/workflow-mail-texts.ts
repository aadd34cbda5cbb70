import { NodeError } from '../../../workflows/graph/node-error.ts';
import type { MailText } from '../../../workflows/graph/types.ts';
import { EMAIL } from '../../http/schemas.ts';

/** Bounds of one mail of a workflow. */
export const workflowMailLimits = {
  recipients: 10,
  subjectLength: 500,
  bodyLength: 100_000,
  /** Bytes of all attachments; most servers refuse more than 25 MB as they travel. */
  attachmentBytes: 15 * 1024 * 1024,
} as const;

/** No display names and no quoted parts: what is an address is beyond doubt. As accounts have them, but for literals. */
const plain = new RegExp(EMAIL, 'u');
const address = /^[^[\]]{1,64}@[^[\]]{1,189}$/;

/** The addresses of a text, each once. Throws NodeError. */
export function parseRecipients(to: string): string[] {
  const given = to
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const recipients = [...new Set(given)];
  if (recipients.length === 0) throw new NodeError('"to" is empty. Give it at least one address.');
  if (recipients.length > workflowMailLimits.recipients) {
    const most = workflowMailLimits.recipients;
    throw new NodeError(`"to" holds ${recipients.length} addresses; at most ${most} are possible.`);
  }
  const isAddress = (text: string) => plain.test(text) && address.test(text) && text.isWellFormed();
  if (recipients.every(isAddress)) return recipients;
  throw new NodeError('"to" holds something that is no address. Write them as a@example.com, b@example.com.');
}

/** Throws NodeError for a text that is too long. */
export function requireShort(member: 'subject' | 'body', text: string): void {
  const most = member === 'subject' ? workflowMailLimits.subjectLength : workflowMailLimits.bodyLength;
  if (text.length > most) throw new NodeError(`"${member}" is longer than ${most} characters. Shorten it.`);
}

/** What keeps a mail with this text, as it is, from ever being sent; null when nothing does. */
export function findMailTextFault(member: MailText, text: string): string | null {
  try {
    if (member === 'to') parseRecipients(text);
    else requireShort(member, text);
    return null;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return error.message.replace(/\.$/, '');
  }
}
