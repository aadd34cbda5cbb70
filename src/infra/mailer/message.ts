import type { Mail } from './mail.ts';

/**
 * A mail as the mail library takes it. Addresses go in as parts, never as header text, so that nothing in them is
 * parsed; files and URLs are never read.
 */
export function messageOf(mail: Mail, from: string) {
  const { messageId, recipient, subject, text, html, attachments = [], date } = mail;
  return {
    from: { name: '', address: from },
    to: { name: '', address: recipient },
    messageId: `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // Nobody's out-of-office note answers.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    text: fitsPlainLines(text) ? { raw: plainPart(text) } : text,
    attachments: attachments.map(({ name: filename, contentType, content }) => ({
      ...{ filename, contentType, content: Buffer.from(content) },
    })),
    ...{ subject, html, date },
  };
}

/** ASCII in lines no longer than a mail's may be (RFC 5322, section 2.1.1). */
function fitsPlainLines(text: string): boolean {
  return /^[\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= 998);
}

/** The part as it is: a link stands in one piece, to be copied out of a file by hand. */
function plainPart(text: string): string {
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
  return [...headers, '', ...text.split('\n')].join('\r\n');
}
