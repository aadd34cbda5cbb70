import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail as it came in: parsed, and who it was said to be for on the wire. */
export interface SunkMail {
  parsed: ParsedMail;
  envelope: { from: string; to: string[] };
}

export interface MailSink {
  url: string;
  mails: SunkMail[];
  /** The response to RCPT TO from now on: an SMTP code, or 250. */
  respondToRecipients(code: number): void;
  close(): Promise<void>;
}

/** A real SMTP server on loopback that stores the mails it receives. */
export async function startMailSink(): Promise<MailSink> {
  const mails: SunkMail[] = [];
  let code = 250;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) =>
      done(
        code === 250
          ? null
          : Object.assign(new Error(`no <${address.address}> here`), { responseCode: code }),
      ),
    onData: (stream, { envelope }, done) => {
      simpleParser(stream).then((parsed) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ parsed, envelope: { from, to: envelope.rcptTo.map(({ address }) => address) } });
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    respondToRecipients: (next) => {
      code = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
