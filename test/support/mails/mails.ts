import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import type { TestApp } from '../app.ts';

/** A delivered mail as its reader sees it. */
interface ReadMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The token of its link; empty without one. */
  token: string;
  /** Its link; empty without one. */
  link: string;
}

/** Sends the pending mails and returns those written since the last call, in no particular order. */
export async function deliverMails({ services, folder }: TestApp): Promise<ReadMail[]> {
  while (await services.mailSender.sweep());
  const mails = path.join(folder, 'mail');
  const names = await readdir(mails).catch(() => []);
  return Promise.all(
    names.map(async (name) => {
      const parsed = await simpleParser(await readFile(path.join(mails, name)));
      await rm(path.join(mails, name));
      const text = parsed.text ?? '';
      const link = /https?:\S+\?token=\S+/.exec(text)?.[0] ?? '';
      const to = [parsed.to].flat()[0]?.value[0]?.address ?? '';
      const token = link.slice(link.indexOf('=') + 1);
      return { to, subject: parsed.subject ?? '', text, html: String(parsed.html), link, token };
    }),
  );
}

/** Sends the pending mails and returns the only one. Throws when there are more or none. */
export async function deliverMail(test: TestApp): Promise<ReadMail> {
  const mails = await deliverMails(test);
  const [mail] = mails;
  if (!mail || mails.length > 1) throw new Error(`${mails.length} mails instead of one`);
  return mail;
}
