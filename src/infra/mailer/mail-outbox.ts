import { randomUUID } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';

/** A mail to be sent: the recipient and the kind. `params` is JSON for the composer of the kind, and no secret. */
interface MailOrder {
  kind: string;
  recipient: string;
  params?: object;
}

/** An order that is being tried. `attempts` counts this one. */
export interface QueuedMail {
  id: string;
  messageId: string;
  kind: string;
  recipient: string;
  params: unknown;
  createdAt: Date;
  attempts: number;
  /** It must not be sent again after a process died while sending it. */
  atMostOnce: boolean;
  /** A process began to send it and did not record the result. */
  handingOver: boolean;
}

/**
 * Each claim counts an attempt, and the number identifies the claim: a process that was paused for longer than its
 * lease can no longer change the mail.
 */
type Claimed = Pick<QueuedMail, 'id' | 'attempts'>;

export type MailOutbox = ReturnType<typeof createMailOutbox>;

/** The queue of mails in the database. Several processes may send from it at once. */
export function createMailOutbox({ orm, clock }: { orm: MikroORM; clock: Clock }) {
  const execute = <Row extends object>(sql: string, params: unknown[]) =>
    orm.em.fork().execute<Row[]>(sql, params, 'all');

  return {
    /** Queues a mail through `em`, in its open transaction. Wake the sender after the commit. */
    async enqueue(em: EntityManager, { kind, recipient, params = {} }: MailOrder): Promise<void> {
      await em.execute(
        `insert into outgoing_mail (message_id, kind, recipient, params, created_at, next_attempt_at)
         values (?, ?, ?, ?, ?, ?)`,
        [randomUUID(), kind, recipient, JSON.stringify(params), clock.now(), clock.now()],
      );
    },

    /** Claims due mails, oldest first, for `leaseSeconds`. The mails of a process that dies are due again after that. */
    async claim({ limit, leaseSeconds }: { limit: number; leaseSeconds: number }): Promise<QueuedMail[]> {
      const now = clock.now();
      const rows = await execute<ClaimedRow>(
        `update outgoing_mail set attempts = attempts + 1, next_attempt_at = ?
         where id in (
           select id from outgoing_mail where next_attempt_at <= ?
           order by next_attempt_at limit ? for update skip locked
         )
         returning id, message_id, kind, recipient, params, created_at, attempts, at_most_once, handing_over`,
        [new Date(now.getTime() + leaseSeconds * 1000), now, limit],
      );
      return rows.map((row) => ({
        id: String(row.id),
        messageId: row.message_id,
        kind: row.kind,
        recipient: row.recipient,
        params: JSON.parse(row.params) as unknown,
        createdAt: new Date(row.created_at),
        attempts: row.attempts,
        atMostOnce: row.at_most_once,
        handingOver: row.handing_over,
      }));
    },

    /** Records that sending begins. False when another process has claimed the mail since. */
    async beginSending({ id, attempts }: Claimed): Promise<boolean> {
      const rows = await execute(
        'update outgoing_mail set handing_over = true where id = ? and attempts = ? returning id',
        [id, attempts],
      );
      return rows.length > 0;
    },

    /** Deletes a mail that is sent or no longer needed, whichever process has claimed it. */
    async finish({ id }: Claimed): Promise<void> {
      await execute('delete from outgoing_mail where id = ? returning id', [id]);
    },

    /** Makes the mail due again after `seconds`. Does nothing when another process has claimed it since. */
    async postpone(
      { id, attempts }: Claimed,
      { seconds, error }: { seconds: number; error: string | null },
    ): Promise<void> {
      const until = new Date(clock.now().getTime() + seconds * 1000);
      await execute(
        `update outgoing_mail set next_attempt_at = ?, last_error = ?, handing_over = false
         where id = ? and attempts = ? returning id`,
        [until, error, id, attempts],
      );
    },

    /** Never sends the mail again; the row stays. Does nothing when another process has claimed it since. */
    async giveUp({ id, attempts }: Claimed, error: string): Promise<void> {
      await execute(
        `update outgoing_mail set next_attempt_at = null, last_error = ?
         where id = ? and attempts = ? returning id`,
        [error, id, attempts],
      );
    },
  };
}

interface ClaimedRow {
  id: string;
  message_id: string;
  kind: string;
  recipient: string;
  params: string;
  created_at: string | Date;
  attempts: number;
  at_most_once: boolean;
  handing_over: boolean;
}
