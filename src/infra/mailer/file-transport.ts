import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail.ts';
import { messageOf } from './message.ts';

/**
 * Writes each mail atomically as `<time>-<message id>.eml`, for installations without a mail server. A mail sent again
 * replaces its file. Mails contain log-in links, so only the owner may read the files.
 */
export function createFileTransport({ folder, from }: { folder: string; from: () => string }): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from()));
      const time = mail.date.toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
      const target = path.join(folder, `${time}-${mail.messageId}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(`${target}.tmp`, 'w', 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${target}.tmp`, target);
    },
    close: async () => {},
  };
}
