import { randomUUID } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../clock.ts';

/** A mail to be sent: who gets what kind. `params` is JSON for the composer of the kind, and no secret. */
export interface MailOrder {
  kind: string;
  recipient: string;
  params?: object;
}

/** An order that is being tried. `attempts` counts this one. */
export interface OwedMail {
  id: string;
  messageId: string;
  kind: string;
  recipient: string;
  params: unknown;
  createdAt: Date;
  attempts: number;
  /** It must not be sent again after a process died while handing it over. */
  atMostOnce: boolean;
  /** Somebody began to hand it over and never said how that ended. */
  handingOver: boolean;
}

/**
 * Each claim counts an attempt, which tells who has the mail: a process that stood still for longer than its lease
 * changes nothing of it any more.
 */
type Claimed = Pick<OwedMail, 'id' | 'attempts'>;

export type MailOutbox = ReturnType<typeof createMailOutbox>;

/** The debts of mail in the database; several processes may work them off at once. */
export function createMailOutbox({ orm, clock }: { orm: MikroORM; clock: Clock }) {
  const execute = <Row extends object>(sql: string, params: unknown[]) =>
    orm.em.fork().execute<Row[]>(sql, params, 'all');

  return {
    /** Writes the debt through `em`, in whatever transaction that has open. Wake the sender after the commit. */
    async enqueue(em: EntityManager, { kind, recipient, params = {} }: MailOrder): Promise<void> {
      await em.execute(
        `insert into outgoing_mail (message_id, kind, recipient, params, created_at, next_attempt_at)
         values (?, ?, ?, ?, ?, ?)`,
        [randomUUID(), kind, recipient, JSON.stringify(params), clock.now(), clock.now()],
      );
    },

    /** Takes what is due, oldest first, for `leaseSeconds`: a process that dies gives it up by that alone. */
    async claim({ limit, leaseSeconds }: { limit: number; leaseSeconds: number }): Promise<OwedMail[]> {
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

    /** Notes that the mail is about to be handed over; false when another process has it now, or had it. */
    async beginHandOver({ id, attempts }: Claimed): Promise<boolean> {
      const rows = await execute(
        'update outgoing_mail set handing_over = true where id = ? and attempts = ? returning id',
        [id, attempts],
      );
      return rows.length > 0;
    },

    /** The mail is sent, or not needed any more, whoever has it now. */
    async settle({ id }: Claimed): Promise<void> {
      await execute('delete from outgoing_mail where id = ? returning id', [id]);
    },

    /** Tries it again after `seconds`; nothing when another process has it now. */
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

    /** Never tries it again; the row stays. Nothing when another process has it now. */
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
