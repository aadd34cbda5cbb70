import type pg from 'pg';
import type { SunkMail } from '../../support/mails/mail-sink.ts';
import { eventOf, fieldTexts, recipientOf, textsOf } from './fixture.ts';

interface MailFindings {
  /** Mails received. */
  mails: number;
  /** Mails that may have been sent or not, because a process died during the transfer. */
  uncertain: number;
  problems: string[];
}

interface ExpectedMail {
  seq: number;
  messageId: string | null;
  isUncertain: boolean;
}

/**
 * Compares the received mails with the runs that send them. Each mail arrived once, with the document of its event, under
 * the Message-ID that the run recorded. A mail whose process died during the transfer is recorded as such and arrived at
 * most once. There is no other mail.
 */
export async function checkMails(database: pg.Pool, received: readonly SunkMail[]): Promise<MailFindings> {
  const problems: string[] = [];
  const { rows } = await database.query<ExpectedMail>(EXPECTED);
  const byRecipient = Map.groupBy(received, ({ envelope }) => envelope.to.join());
  const uncertain = rows.filter(({ isUncertain }) => isUncertain).length;
  for (const { seq, messageId, isUncertain } of rows) {
    const mails = byRecipient.get(recipientOf(seq)) ?? [];
    byRecipient.delete(recipientOf(seq));
    if (messageId === null) problems.push(`${seq}: the run has no mail`);
    if (mails.length > 1) problems.push(`${seq}: ${mails.length} mails`);
    if (mails.length === 0 && !isUncertain) problems.push(`${seq}: the mail is lost`);
    for (const { parsed } of mails) {
      if (messageId !== null && !parsed.messageId?.includes(messageId)) {
        problems.push(`${seq}: the mail has the id ${parsed.messageId}`);
      }
      const file = parsed.attachments[0]?.content;
      const found = file === undefined ? 'nothing' : JSON.stringify(await fieldTexts(file));
      if (found !== JSON.stringify(textsOf(eventOf(seq))))
        problems.push(`${seq}: the mail contains ${found}`);
    }
  }
  for (const recipient of byRecipient.keys()) problems.push(`${recipient}: a mail that belongs to no run`);
  return { mails: received.length, uncertain, problems };
}

const EXPECTED = `
  select (e.payload::json ->> 'seq')::int as seq,
    (select n.output::json -> 'messageIds' ->> 0 from run r join run_node n on n.run_id = r.id
     where r.event_id = e.id and n.type = 'emailNode') as "messageId",
    exists (select 1 from outgoing_mail o where o.handing_over and o.next_attempt_at is null
      and o.recipient = 'event-' || (e.payload::json ->> 'seq') || '@example.com') as "isUncertain"
  from webhook_event e`;
