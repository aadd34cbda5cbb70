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
  /** Sent, and the database does not know yet: it is told before anything else, so that nothing goes out twice. */
  const done = new Set<OwedMail>();

  async function compose(owed: OwedMail): Promise<MailContent | null> {
    const composer = Object.hasOwn(composers, owed.kind) ? composers[owed.kind] : undefined;
    if (composer === undefined) throw new Error(`nobody composes mails of the kind ${owed.kind}`);
    return composer(owed);
  }

  /** Answers false, and sends nothing, when another process has the mail now. Throws when it could not be sent. */
  async function handOver(owed: OwedMail, content: MailContent): Promise<boolean> {
    if (owed.atMostOnce && !(await outbox.beginHandOver(owed))) return false;
    const { messageId, recipient } = owed;
    const { attachments = [] } = content;
    passCrashPoint('mail-sending');
    await transport.send({ ...renderMail(content), attachments, messageId, recipient, date: clock.now() });
    passCrashPoint('mail-sent');
    return true;
  }

  /** Throws when the database is away; what was not noted of a mail then comes back when its lease ends. */
  async function attempt(owed: OwedMail): Promise<void> {
    const { messageId, kind, attempts } = owed;
    if (owed.atMostOnce && owed.handingOver) {
      logger.warn({ messageId, kind }, 'mail not sent again: it may have been handed over already');
      return outbox.giveUp(owed, 'a process ended while it handed the mail over');
    }
    try {
      const content = await compose(owed);
      if (content && !(await handOver(owed, content))) return;
      logger.info({ messageId, kind, attempts }, content ? 'mail sent' : 'mail not needed any more');
    } catch (error) {
      return noteFailure(owed, error);
    }
    done.add(owed);
    await settleDone();
    passCrashPoint('mail-settled');
  }

  async function noteFailure(owed: OwedMail, error: unknown): Promise<void> {
    const { messageId, kind, attempts } = owed;
    const reason = reasonOf(error);
    if (error instanceof MailRefused) {
      logger.warn({ messageId, kind, reason }, 'mail refused for good');
      return outbox.giveUp(owed, reason);
    }
    const seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
    logger.warn({ messageId, kind, attempts, reason, seconds }, 'mail not sent; it is tried again');
    await outbox.postpone(owed, { seconds, error: reason });
  }

  async function settleDone(): Promise<void> {
    for (const owed of done) {
      await outbox.settle(owed);
      done.delete(owed);
    }
  }

  async function sweep(): Promise<boolean> {
    await settleDone();
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
