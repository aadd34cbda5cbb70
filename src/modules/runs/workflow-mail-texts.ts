import { NodeError } from '../../../workflows/graph/node-error.ts';
import type { MailText } from '../../../workflows/graph/types.ts';
import { EMAIL } from '../../http/schemas.ts';

/** Limits of the mails of workflows. */
export const workflowMailLimits = {
  /** Mails of one run, one for each address. */
  mailsOfRun: 10_000,
  recipients: 10,
  subjectLength: 500,
  bodyLength: 100_000,
  /** Bytes of all attachments; most servers reject mails of more than 25 MB, in their encoded form. */
  attachmentBytes: 15 * 1024 * 1024,
} as const;

/** Addresses as accounts have them, without display names, quoted parts and address literals. */
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
    throw new NodeError(`"to" has ${recipients.length} addresses. At most ${most} are allowed.`);
  }
  const isAddress = (text: string) => plain.test(text) && address.test(text) && text.isWellFormed();
  if (recipients.every(isAddress)) return recipients;
  throw new NodeError(
    '"to" contains a text that is not an address. Write addresses as a@example.com, b@example.com.',
  );
}

/** Throws NodeError for a text that is too long. */
export function requireShort(member: 'subject' | 'body', text: string): void {
  const most = member === 'subject' ? workflowMailLimits.subjectLength : workflowMailLimits.bodyLength;
  if (text.length > most) throw new NodeError(`"${member}" is longer than ${most} characters. Shorten it.`);
}

/** The reason why a mail with this text can never be sent, or null. */
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
