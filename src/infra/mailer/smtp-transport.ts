import { createTransport } from 'nodemailer';
import { type Mail, MailRejected, type MailTransport } from './mail.ts';
import { messageOf } from './message.ts';

/** Milliseconds. After a timeout the mail is retried later. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through the server of an `smtp://` or `smtps://` URL, one connection per mail. */
export function createSmtpTransport({ url, from }: { url: string; from: () => string }): MailTransport {
  const transporter = createTransport({ url, ...TIMEOUTS });
  return {
    async send(mail: Mail) {
      try {
        await transporter.sendMail(messageOf(mail, from()));
      } catch (error) {
        throw isPermanentRejection(error)
          ? new MailRejected('the mail server rejects the recipient permanently', error)
          : error;
      }
    },
    close: async () => transporter.close(),
  };
}

/** A 5xx response to RCPT TO. Other errors (credentials, sender, quota) may be fixed later. */
function isPermanentRejection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, responseCode, command } = error as Record<string, unknown>;
  return (
    code === 'EENVELOPE' && command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
  );
}
