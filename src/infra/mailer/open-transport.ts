import path from 'node:path';
import { createFileTransport } from './file-transport.ts';
import type { MailTransport } from './mail.ts';
import { createSmtpTransport } from './smtp-transport.ts';

interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  DATA_DIR: string;
}

/** The mail server of SMTP_URL, else files under DATA_DIR. Does not connect. */
export function openMailTransport(settings: MailSettings, baseUrl: () => string): MailTransport {
  const from = () => settings.MAIL_FROM ?? `no-reply@${new URL(baseUrl()).hostname}`;
  const { SMTP_URL: url } = settings;
  if (url !== undefined) return createSmtpTransport({ url, from });
  return createFileTransport({ folder: path.join(settings.DATA_DIR, 'mail'), from });
}
