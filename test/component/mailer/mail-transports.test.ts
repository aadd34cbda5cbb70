import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createFileTransport } from '../../../src/infra/mailer/file-transport.ts';
import { type Mail, MailRejected, type MailTransport } from '../../../src/infra/mailer/mail.ts';
import { openMailTransport } from '../../../src/infra/mailer/open-transport.ts';
import { createSmtpTransport } from '../../../src/infra/mailer/smtp-transport.ts';
import { startMailSink } from '../../support/mails/mail-sink.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'mails-'));
const sink = await startMailSink();
afterAll(async () => {
  await sink.close();
  await rm(folder, { recursive: true, force: true });
});

const from = () => 'service@forms.example';
const mail = (change: Partial<Mail> = {}): Mail => ({
  messageId: randomUUID(),
  recipient: 'anna@example.com',
  subject: 'Bestätigen Sie Ihre Adresse',
  text: 'https://forms.example/api/auth/verify?token=abc\n\n.\nFrom here on\n',
  html: '<p>Grüße &amp; mehr</p>',
  date: new Date('2026-11-28T12:00:00Z'),
  ...change,
});

const readFolder = async (): Promise<ParsedMail[]> => {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(names.map(async (name) => simpleParser(await readFile(path.join(folder, name)))));
};

describe.each<[string, () => MailTransport, () => Promise<ParsedMail[]>]>([
  [
    'SMTP',
    () => createSmtpTransport({ url: sink.url, from }),
    async () => sink.mails.map((one) => one.parsed),
  ],
  ['files', () => createFileTransport({ folder, from }), readFolder],
])('%s', (_name, open, received) => {
  test('a mail arrives whole: sender, recipient, subject, both parts, its id', async () => {
    const transport = open();
    const sent = mail();
    await transport.send(sent);
    await transport.close();
    const got = (await received()).find(({ messageId }) => messageId?.includes(sent.messageId));
    expect(got).toMatchObject({ messageId: `<${sent.messageId}@forms.example>`, subject: sent.subject });
    expect(got?.from?.value).toEqual([{ name: '', address: 'service@forms.example' }]);
    expect([got?.to].flat()[0]?.value).toEqual([{ name: '', address: 'anna@example.com' }]);
    expect(got?.text?.trim()).toBe(sent.text.trim());
    expect(String(got?.html).trim()).toBe(sent.html);
    expect(got?.date).toEqual(sent.date);
    expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  test('nothing in a subject or an address becomes a header or another recipient', async () => {
    const transport = open();
    const sent = mail({ subject: 'Hello\r\nBcc: eve@example.com', recipient: 'anna+eve@example.com' });
    await transport.send(sent);
    await transport.close();
    const got = (await received()).find(({ messageId }) => messageId?.includes(sent.messageId));
    expect(got?.bcc).toBeUndefined();
    expect([got?.to].flat()[0]?.value.map(({ address }) => address)).toEqual(['anna+eve@example.com']);
  });
});

test('over SMTP the envelope names sender and recipient', () => {
  expect(sink.mails[0]?.envelope).toEqual({ from: 'service@forms.example', to: ['anna@example.com'] });
});

test.each([
  [550, true],
  [451, false],
])('the response %i to RCPT TO: rejected permanently %p', async (code, forGood) => {
  sink.respondToRecipients(code);
  const transport = createSmtpTransport({ url: sink.url, from });
  const error = await transport.send(mail()).catch((reason: unknown) => reason);
  sink.respondToRecipients(250);
  await transport.close();
  expect(error instanceof MailRejected).toBe(forGood);
  expect(error).toHaveProperty('message');
});

test('a server that is away is no rejection', async () => {
  const gone = await startMailSink();
  await gone.close();
  const transport = createSmtpTransport({ url: gone.url, from });
  const error = await transport.send(mail()).catch((reason: unknown) => reason);
  expect(error).toHaveProperty('code', 'ESOCKET');
  expect(error instanceof MailRejected).toBe(false);
});

test('a mail sent twice is one file, for the owner alone, and no half file is left', async () => {
  const own = path.join(folder, 'own');
  const transport = createFileTransport({ folder: own, from });
  const sent = mail({ messageId: '9b2b3c4d-0000-4000-8000-000000000000' });
  await transport.send(sent);
  await transport.send(sent);
  expect(await readdir(own)).toEqual(['20261128T120000-9b2b3c4d-0000-4000-8000-000000000000.eml']);
  const { mode } = await stat(path.join(own, '20261128T120000-9b2b3c4d-0000-4000-8000-000000000000.eml'));
  expect(mode & 0o777).toBe(0o600);
  await rm(own, { recursive: true });
});

test('a link is unbroken in the file, however long, so that it can be copied', async () => {
  const own = path.join(folder, 'by-hand');
  const link = `https://documents.forms.example:12345/api/auth/verify?token=${'x'.repeat(300)}`;
  await createFileTransport({ folder: own, from }).send(mail({ text: `Open this:\n\n${link}\n` }));
  const [name = ''] = await readdir(own);
  expect(await readFile(path.join(own, name), 'utf8')).toContain(`\r\n${link}\r\n`);
  await rm(own, { recursive: true });
});

test.each(['Grüße an Łukasz\n', `${'x'.repeat(2000)}\n`])(
  'text that mails do not carry as it is arrives whole',
  async (text) => {
    const transport = createSmtpTransport({ url: sink.url, from });
    await transport.send(mail({ text }));
    expect(sink.mails.at(-1)?.parsed.text?.trim()).toBe(text.trim());
  },
);

test('the settings choose: a server when there is one, else files; the sender is derived from the base address', async () => {
  const settings = { DATA_DIR: folder };
  const base = () => 'https://forms.example:8443/';
  const count = sink.mails.length;
  await openMailTransport({ ...settings, SMTP_URL: sink.url }, base).send(mail());
  expect(sink.mails.slice(count).map(({ envelope }) => envelope.from)).toEqual(['no-reply@forms.example']);
  await openMailTransport({ ...settings, MAIL_FROM: 'post@example.com' }, base).send(mail());
  const [name = ''] = await readdir(path.join(folder, 'mail'));
  const written = await simpleParser(await readFile(path.join(folder, 'mail', name)));
  expect(written.from?.value[0]?.address).toBe('post@example.com');
});
