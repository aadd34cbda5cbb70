import type { Clock } from '../clock.ts';
import { passCrashPoint } from '../crash-points.ts';
import type { Logger } from '../logger.ts';
import { createLoop } from '../loop.ts';
import { type MailContent, MailRejected, type MailTransport } from './mail.ts';
import type { MailOutbox, OwedMail } from './mail-outbox.ts';
import { renderMail } from './render-mail.ts';

/** Composes a mail of its kind when it is sent. Null: the mail is no longer needed. */
export type MailComposer = (owed: OwedMail) => Promise<MailContent | null>;

/** Sends queued mails. Several processes may send at once. */
export interface MailSender {
  start(): void;
  /** Sends now; call it after the commit that queued a mail. */
  wake(): void;
  /** Sends one batch of due mails. Returns whether more are likely due. */
  sweep(): Promise<boolean>;
  /** Finishes the mails that are being sent; the others stay queued. */
  close(): Promise<void>;
}

const BATCH = 5;
const LEASE_SECONDS = 120;
const PAUSE_MS = 2_000;
/** The pause between attempts doubles from 5 s to an hour. Attempts never end: a mail stays queued until it is sent. */
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
  /** Mails that are sent but not yet deleted from the outbox. They are deleted first, so that none is sent twice. */
  const done = new Set<OwedMail>();

  async function compose(owed: OwedMail): Promise<MailContent | null> {
    const composer = Object.hasOwn(composers, owed.kind) ? composers[owed.kind] : undefined;
    if (composer === undefined) throw new Error(`no composer for mails of the kind ${owed.kind}`);
    return composer(owed);
  }

  /** Returns false without sending when another process has claimed the mail. Throws when it could not be sent. */
  async function handOver(owed: OwedMail, content: MailContent): Promise<boolean> {
    if (owed.atMostOnce && !(await outbox.beginHandOver(owed))) return false;
    const { messageId, recipient } = owed;
    const { attachments = [] } = content;
    passCrashPoint('mail-sending');
    await transport.send({ ...renderMail(content), attachments, messageId, recipient, date: clock.now() });
    passCrashPoint('mail-sent');
    return true;
  }

  /** Throws when the database is unavailable; the mail is then claimed again when its lease ends. */
  async function attempt(owed: OwedMail): Promise<void> {
    const { messageId, kind, attempts } = owed;
    if (owed.atMostOnce && owed.handingOver) {
      logger.warn({ messageId, kind }, 'mail not sent again: it may have been sent already');
      return outbox.giveUp(owed, 'a process ended while it sent the mail');
    }
    try {
      const content = await compose(owed);
      if (content && !(await handOver(owed, content))) return;
      logger.info({ messageId, kind, attempts }, content ? 'mail sent' : 'mail no longer needed');
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
    if (error instanceof MailRejected) {
      logger.warn({ messageId, kind, reason }, 'mail rejected permanently');
      return outbox.giveUp(owed, reason);
    }
    const seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
    logger.warn({ messageId, kind, attempts, reason, seconds }, 'mail not sent; retrying');
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
    // A mail that cannot be postponed, because the database is unavailable, is claimed again when its lease ends.
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

/** The reason of a failure, without parts of the mail that a server may quote. */
function reasonOf(error: unknown): string {
  if (error instanceof MailRejected) return `${error.message} (${reasonOf(error.cause)})`;
  const { code, responseCode, command, message } = error as Record<string, unknown>;
  if (code === undefined) return String(message).slice(0, 200);
  return [code, command, responseCode].filter((part) => part !== undefined).join(' ');
}
