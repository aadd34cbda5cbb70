import { createTransport } from 'nodemailer';
import { type Mail, MailRefused, type MailTransport } from './mail.ts';
import { messageOf } from './message.ts';

/** Milliseconds; a server that says nothing for longer is given up, and the mail is tried again later. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through the server of an `smtp://` or `smtps://` URL, one connection a mail. */
export function createSmtpTransport({ url, from }: { url: string; from: () => string }): MailTransport {
  const transporter = createTransport({ url, ...TIMEOUTS });
  return {
    async send(mail: Mail) {
      try {
        await transporter.sendMail(messageOf(mail, from()));
      } catch (error) {
        throw isRefusedForGood(error)
          ? new MailRefused('the mail server refuses the recipient for good', error)
          : error;
      }
    },
    close: async () => transporter.close(),
  };
}

/** A 5xx to RCPT TO. All else may be mended on our side or theirs: credentials, sender, quota. */
function isRefusedForGood(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, responseCode, command } = error as Record<string, unknown>;
  return (
    code === 'EENVELOPE' && command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
  );
}
