import type { Clock } from '../clock.ts';
import { passCrashPoint } from '../crash-points.ts';
import type { Logger } from '../logger.ts';
import { createLoop } from '../loop.ts';
import { type MailContent, MailRefused, type MailTransport } from './mail.ts';
import type { MailOutbox, OwedMail } from './mail-outbox.ts';
import { renderMail } from './render-mail.ts';

/** Says what a mail of its kind tells, at the moment it is sent. Null: there is nothing to tell any more. */
export type MailComposer = (owed: OwedMail) => Promise<MailContent | null>;

/** Sends what is owed. Several processes may send at once. */
export interface MailSender {
  start(): void;
  /** Looks now; call it after the commit of something that owes a mail. */
  wake(): void;
  /** Sends one batch of what is due. Answers whether there is likely more. */
  sweep(): Promise<boolean>;
  /** Ends with the mails under way; the rest stays owed. */
  close(): Promise<void>;
}

const BATCH = 5;
const LEASE_SECONDS = 120;
const PAUSE_MS = 2_000;
/** Between attempts: 5 s, twice as long each time, at most an hour. It never ends: a mail is owed until it is sent. */
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 3_600;

export function createMailSender(deps: {
  outbox: MailOutbox;
  transport: MailTransport;
  composers: Readonly<Record<string, MailComposer>>;
  clock: Clock;
  logger: Logger;
}): MailSender {
  const { outbox, transport, composers, clock, logger } = deps;

  async function compose(owed: OwedMail): Promise<MailContent | null> {
    const composer = Object.hasOwn(composers, owed.kind) ? composers[owed.kind] : undefined;
    if (composer === undefined) throw new Error(`nobody composes mails of the kind ${owed.kind}`);
    return composer(owed);
  }

  async function attempt(owed: OwedMail): Promise<void> {
    const { id, messageId, kind, recipient, attempts } = owed;
    try {
      if (owed.atMostOnce && owed.handingOver) {
        logger.warn({ messageId, kind }, 'mail not sent again: it may have been handed over already');
        await outbox.giveUp(id, 'a process ended while it handed the mail over');
        return;
      }
      const content = await compose(owed);
      if (content) {
        if (owed.atMostOnce) await outbox.beginHandOver(id);
        const { attachments = [] } = content;
        passCrashPoint('mail-sending');
        await transport.send({
          ...renderMail(content),
          attachments,
          messageId,
          recipient,
          date: clock.now(),
        });
        passCrashPoint('mail-sent');
      }
      await outbox.settle(id);
      logger.info({ messageId, kind, attempts }, content ? 'mail sent' : 'mail not needed any more');
    } catch (error) {
      const reason = reasonOf(error);
      if (error instanceof MailRefused) {
        logger.warn({ messageId, kind, reason }, 'mail refused for good');
        await outbox.giveUp(id, reason);
        return;
      }
      const seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
      logger.warn({ messageId, kind, attempts, reason, seconds }, 'mail not sent; it is tried again');
      await outbox.postpone(id, { seconds, error: reason });
    }
  }

  async function sweep(): Promise<boolean> {
    const batch = await outbox.claim({ limit: BATCH, leaseSeconds: LEASE_SECONDS });
    // One that cannot even be postponed (the database is away) comes back when its lease ends.
    const outcomes = await Promise.allSettled(batch.map(attempt));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return batch.length === BATCH;
  }

  const loop = createLoop(PAUSE_MS, sweep, logger);
  return {
    start: () => loop.start(),
    wake: () => loop.wake(),
    sweep,
    async close() {
      await loop.close();
      await transport.close();
    },
  };
}

/** What went wrong, without what a server repeats of addresses or texts. */
function reasonOf(error: unknown): string {
  if (error instanceof MailRefused) return `${error.message} (${reasonOf(error.cause)})`;
  const { code, responseCode, command, message } = error as Record<string, unknown>;
  if (code === undefined) return String(message).slice(0, 200);
  return [code, command, responseCode].filter((part) => part !== undefined).join(' ');
}
