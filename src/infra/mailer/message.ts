import type { Mail } from './mail.ts';

/**
 * A mail in nodemailer's form. Addresses are passed as objects, never as header text that would be parsed. Files and URLs
 * are never read.
 */
export function messageOf(mail: Mail, from: string) {
  const { messageId, recipient, subject, text, html, attachments = [], date } = mail;
  return {
    from: { name: '', address: from },
    to: { name: '', address: recipient },
    messageId: `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    text: fitsPlainLines(text) ? { raw: plainPart(text) } : text,
    attachments: attachments.map(({ name: filename, contentType, content }) => ({
      filename,
      contentType,
      content: Buffer.from(content),
    })),
    subject,
    html,
    date,
  };
}

/** Whether the text is ASCII in lines of at most 998 characters (RFC 5322, section 2.1.1). */
function fitsPlainLines(text: string): boolean {
  return /^[\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= 998);
}

/** An unencoded part: links are not wrapped, so they can be copied from a file. */
function plainPart(text: string): string {
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
  return [...headers, '', ...text.split('\n')].join('\r\n');
}
