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
  /** Public id of the account whose workflow sends it; null for a mail of the service, such as a password reset. */
  account: string | null;
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

/** Which mails to claim, at most. */
export interface ClaimOptions {
  limit: number;
  leaseSeconds: number;
  /** Mails of workflows. Default: `limit`. */
  ofWorkflows?: number;
  /** Mails of one account's workflows, with those it is sending already. Default: `limit`. */
  ofAccount?: number;
  /** The number of mails that this process is sending, by account. */
  sending?: ReadonlyMap<string, number>;
}

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

    /**
     * Claims due mails for `leaseSeconds`: those of the service first, then one of each account, then the next of each, each
     * time the oldest. The mails of a process that dies are due again after that.
     */
    async claim(options: ClaimOptions): Promise<QueuedMail[]> {
      const { limit, leaseSeconds, ofWorkflows = limit, ofAccount = limit, sending = new Map() } = options;
      const now = clock.now();
      const leaseEnd = new Date(now.getTime() + leaseSeconds * 1000);
      const busy = JSON.stringify(Object.fromEntries(sending));
      const rows = await execute<ClaimedRow>(CLAIM, [
        busy,
        now,
        ofAccount,
        now,
        limit,
        ofAccount,
        Math.max(0, ofWorkflows),
        leaseEnd,
        limit,
        now,
      ]);
      return rows.map((row) => ({
        id: String(row.id),
        messageId: row.message_id,
        kind: row.kind,
        recipient: row.recipient,
        account: row.account,
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
  account: string | null;
  params: string;
  created_at: string | Date;
  attempts: number;
  at_most_once: boolean;
  handing_over: boolean;
}

/**
 * Reads the accounts one after the other from the index, so that an account with many mails costs no more than one with
 * few. `position` counts the mails of an account from the first that it is sending.
 */
const CLAIM = `
  with recursive accounts as (
    (select account from outgoing_mail where account is not null and next_attempt_at is not null
     order by account limit 1)
    union all
    select (select m.account from outgoing_mail m
            where m.account > a.account and m.next_attempt_at is not null order by m.account limit 1)
    from accounts a where a.account is not null
  ), busy as (
    select key as account, value::int as count from jsonb_each_text(?::jsonb)
  ), of_workflows as (
    select due.id, due.next_attempt_at, due.place + coalesce(b.count, 0) as position
    from accounts a
    left join busy b on b.account = a.account
    cross join lateral (
      select first.*, row_number() over (order by next_attempt_at, id) as place from (
        select id, next_attempt_at from outgoing_mail m
        where m.account = a.account and m.next_attempt_at <= ? order by next_attempt_at, id limit ?
      ) first
    ) due
    where a.account is not null
  ), chosen as (
    (select id, next_attempt_at, 0 as position from outgoing_mail
     where account is null and next_attempt_at <= ? order by next_attempt_at limit ?)
    union all
    (select id, next_attempt_at, position from of_workflows
     where position <= ? order by position, next_attempt_at limit ?)
  )
  update outgoing_mail set attempts = attempts + 1, next_attempt_at = ?
  where id in (
    select id from outgoing_mail
    where id in (select id from chosen order by position, next_attempt_at limit ?) and next_attempt_at <= ?
    for update skip locked
  )
  returning id, message_id, kind, recipient, account, params, created_at, attempts, at_most_once, handing_over`;
