import type pg from 'pg';
import type { SunkMail } from '../../support/mail-sink.ts';
import { eventOf, fieldTexts, recipientOf, textsOf } from './fixture.ts';

export interface MailFindings {
  /** Mails that came. */
  mails: number;
  /** Mails of which nobody can know whether they came: a process died while it handed them over. */
  untold: number;
  problems: string[];
}

interface OwedMail {
  seq: number;
  messageId: string | null;
  isUntold: boolean;
}

/**
 * Compares the mails that came with the runs that owe them: each came once, with the document of its event, under the id
 * that its run tells; or it is on record as one that may have been handed over by a process that died, and came at most
 * once. Nobody got another mail.
 */
export async function checkMails(database: pg.Pool, came: readonly SunkMail[]): Promise<MailFindings> {
  const problems: string[] = [];
  const { rows } = await database.query<OwedMail>(OWED);
  const byRecipient = Map.groupBy(came, ({ envelope }) => envelope.to.join());
  const untold = rows.filter(({ isUntold }) => isUntold).length;
  for (const { seq, messageId, isUntold } of rows) {
    const mails = byRecipient.get(recipientOf(seq)) ?? [];
    byRecipient.delete(recipientOf(seq));
    if (messageId === null) problems.push(`${seq}: its run owes no mail`);
    if (mails.length > 1) problems.push(`${seq}: ${mails.length} mails`);
    if (mails.length === 0 && !isUntold) problems.push(`${seq}: its mail is lost`);
    for (const { parsed } of mails) {
      if (messageId !== null && !parsed.messageId?.includes(messageId)) {
        problems.push(`${seq}: its mail has the id ${parsed.messageId}`);
      }
      const file = parsed.attachments[0]?.content;
      const found = file === undefined ? 'nothing' : JSON.stringify(await fieldTexts(file));
      if (found !== JSON.stringify(textsOf(eventOf(seq)))) problems.push(`${seq}: its mail holds ${found}`);
    }
  }
  for (const recipient of byRecipient.keys()) problems.push(`${recipient}: a mail that no run owes`);
  return { mails: came.length, untold, problems };
}

const OWED = `
  select (e.payload::json ->> 'seq')::int as seq,
    (select n.output::json -> 'messageIds' ->> 0 from run r join run_node n on n.run_id = r.id
     where r.event_id = e.id and n.type = 'emailNode') as "messageId",
    exists (select 1 from outgoing_mail o where o.handing_over and o.next_attempt_at is null
      and o.recipient = 'event-' || (e.payload::json ->> 'seq') || '@example.com') as "isUntold"
  from webhook_event e`;
