import type { Clock } from '../clock.ts';
import { passCrashPoint } from '../crash-points.ts';
import type { Logger } from '../logger.ts';
import { createLoop } from '../loop.ts';
import { type MailContent, MailRejected, type MailTransport } from './mail.ts';
import type { MailOutbox, QueuedMail } from './mail-outbox.ts';
import { renderMail } from './render-mail.ts';

/** Composes a mail of its kind when it is sent. Null: the mail is no longer needed. */
export type MailComposer = (mail: QueuedMail) => Promise<MailContent | null>;

/** Sends queued mails. Several processes may send at once. */
export interface MailSender {
  start(): void;
  /** Sends now; call it after the commit that queued a mail. */
  wake(): void;
  /** Sends the mails that are due, as many as may be sent at once. Returns whether there were any. */
  sweep(): Promise<boolean>;
  /** Finishes the mails that are being sent; the others stay queued. */
  close(): Promise<void>;
}

/** The most mails that a process sends at once. */
const CONCURRENCY = 10;
/** Of them mails of workflows. The others are free for mails of the service, such as a password reset. */
const OF_WORKFLOWS = 8;
/** Of them mails of the workflows of one account: half, so that a slow mail server of one delays no other. */
const OF_ACCOUNT = 4;
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
  const done = new Set<QueuedMail>();
  /** The mails that are being sent. */
  const sending = new Map<QueuedMail, Promise<void>>();
  /** More mails may have become due, or a slot free, since the last claim. */
  let isWoken = false;

  async function compose(mail: QueuedMail): Promise<MailContent | null> {
    const composer = Object.hasOwn(composers, mail.kind) ? composers[mail.kind] : undefined;
    if (composer === undefined) throw new Error(`no composer for mails of the kind ${mail.kind}`);
    return composer(mail);
  }

  /** Returns false without sending when another process has claimed the mail. Throws when it could not be sent. */
  async function send(mail: QueuedMail, content: MailContent): Promise<boolean> {
    if (mail.atMostOnce && !(await outbox.beginSending(mail))) return false;
    const { messageId, recipient } = mail;
    const { attachments = [] } = content;
    passCrashPoint('mail-sending');
    await transport.send({ ...renderMail(content), attachments, messageId, recipient, date: clock.now() });
    passCrashPoint('mail-sent');
    return true;
  }

  /** Throws when the database is unavailable; the mail is then claimed again when its lease ends. */
  async function attempt(mail: QueuedMail): Promise<void> {
    const { messageId, kind, attempts } = mail;
    if (mail.atMostOnce && mail.handingOver) {
      logger.warn({ messageId, kind }, 'mail not sent again: it may have been sent already');
      return outbox.giveUp(mail, 'a process ended while it sent the mail');
    }
    try {
      const content = await compose(mail);
      if (content && !(await send(mail, content))) return;
      logger.info({ messageId, kind, attempts }, content ? 'mail sent' : 'mail no longer needed');
    } catch (error) {
      return noteFailure(mail, error);
    }
    done.add(mail);
    await finishDone();
    passCrashPoint('mail-settled');
  }

  async function noteFailure(mail: QueuedMail, error: unknown): Promise<void> {
    const { messageId, kind, attempts } = mail;
    const reason = reasonOf(error);
    if (error instanceof MailRejected) {
      logger.warn({ messageId, kind, reason }, 'mail rejected permanently');
      return outbox.giveUp(mail, reason);
    }
    const seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
    logger.warn({ messageId, kind, attempts, reason, seconds }, 'mail not sent; retrying');
    await outbox.postpone(mail, { seconds, error: reason });
  }

  async function finishDone(): Promise<void> {
    for (const mail of done) {
      await outbox.finish(mail);
      done.delete(mail);
    }
  }

  /** Claims due mails for the free slots and begins to send them. */
  async function begin(): Promise<Promise<void>[]> {
    await finishDone();
    const limit = CONCURRENCY - sending.size;
    if (limit <= 0) return [];
    const byAccount = countByAccount(sending.keys());
    const busy = [...byAccount.values()].reduce((sum, count) => sum + count, 0);
    const batch = await outbox.claim({
      limit,
      leaseSeconds: LEASE_SECONDS,
      ofWorkflows: OF_WORKFLOWS - busy,
      ofAccount: OF_ACCOUNT,
      sending: byAccount,
    });
    return batch.map((mail) => {
      const ended = attempt(mail).finally(() => {
        sending.delete(mail);
        wake();
      });
      sending.set(mail, ended);
      return ended;
    });
  }

  async function sweep(): Promise<boolean> {
    const begun = await begin();
    const outcomes = await Promise.allSettled(begun);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return begun.length > 0;
  }

  function wake(): void {
    isWoken = true;
    loop.wake();
  }

  const loop = createLoop(
    PAUSE_MS,
    async () => {
      isWoken = false;
      for (const ended of await begin()) {
        // A mail that cannot be postponed, because the database is unavailable, is claimed again when its lease ends.
        ended.catch((error: unknown) => logger.warn({ err: error }, 'the result of a mail was not recorded'));
      }
      return isWoken;
    },
    logger,
  );
  return {
    start: () => loop.start(),
    wake,
    sweep,
    async close() {
      await loop.close();
      await Promise.allSettled(sending.values());
      await transport.close();
    },
  };
}

function countByAccount(mails: Iterable<QueuedMail>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { account } of mails) if (account !== null) counts.set(account, (counts.get(account) ?? 0) + 1);
  return counts;
}

/** The reason of a failure, without parts of the mail that a server may quote. */
function reasonOf(error: unknown): string {
  if (error instanceof MailRejected) return `${error.message} (${reasonOf(error.cause)})`;
  const { code, responseCode, command, message } = error as Record<string, unknown>;
  if (code === undefined) return String(message).slice(0, 200);
  return [code, command, responseCode].filter((part) => part !== undefined).join(' ');
}
