import type { Mail } from './mail.ts';

/**
 * A mail as the mail library takes it. Addresses go in as parts, never as header text, so that nothing in them is
 * parsed; files and URLs are never read.
 */
export function messageOf(mail: Mail, from: string) {
  const { messageId, recipient, subject, text, html, date } = mail;
  return {
    from: { name: '', address: from },
    to: { name: '', address: recipient },
    messageId: `<${messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // Nobody's out-of-office note answers.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...{ subject, text, html, date },
  };
}
