import path from 'node:path';
import type { Config } from '../../config.ts';
import { createFileTransport } from './file-transport.ts';
import type { MailTransport } from './mail.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** Where mails go by the settings: the server of SMTP_URL, else files under DATA_DIR. Connects to nothing yet. */
export function openMailTransport(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  baseUrl: () => string,
): MailTransport {
  const from = () => config.MAIL_FROM ?? `no-reply@${new URL(baseUrl()).hostname}`;
  const { SMTP_URL: url } = config;
  if (url !== undefined) return createSmtpTransport({ url, from });
  return createFileTransport({ folder: path.join(config.DATA_DIR, 'mail'), from });
}
