import { Gauge } from 'prom-client';
import type { Sql } from '../sql.ts';
import type { Metrics } from './metrics.ts';

/** Several scrapers share one query. */
const FRESH_MS = 5_000;

interface Depths {
  pending: number;
  pendingAge: number;
  running: number;
  waiting: number;
  mails: number;
  mailAge: number;
  mailsGivenUp: number;
}

/** Gauges of waiting work in the database, read on each scrape. They are absent while the database is unavailable. */
export function addDatabaseGauges(metrics: Metrics, sql: Sql): void {
  let read: { at: number; depths: Promise<Depths | undefined> } | undefined;
  const readDepths = (): Promise<Depths | undefined> => {
    if (read === undefined || Date.now() - read.at > FRESH_MS) {
      const depths = sql<Depths>(DEPTHS, []).then(
        ([row]) => row,
        () => undefined,
      );
      read = { at: Date.now(), depths };
    }
    return read.depths;
  };
  const gauge = (name: string, help: string, of: (depths: Depths) => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics.registry],
      async collect() {
        const depths = await readDepths();
        if (depths === undefined) this.reset();
        else this.set(of(depths));
      },
    });
  gauge('stamping_outbox_events', 'Accepted events whose run has not started.', ({ pending }) => pending);
  gauge(
    'stamping_outbox_oldest_seconds',
    'Age of the oldest accepted event whose run has not started; 0 if there is none.',
    ({ pendingAge }) => pendingAge,
  );
  gauge('stamping_runs_running', 'Runs that have not ended.', ({ running }) => running);
  gauge('stamping_runs_waiting', 'Runs that wait for an action limit.', ({ waiting }) => waiting);
  gauge('stamping_mails_waiting', 'Mails that are queued or retried.', ({ mails }) => mails);
  gauge(
    'stamping_mails_oldest_seconds',
    'Age of the oldest mail that is queued or retried; 0 if there is none.',
    ({ mailAge }) => mailAge,
  );
  gauge('stamping_mails_given_up', 'Mails that are not retried.', ({ mailsGivenUp }) => mailsGivenUp);
}

/** Counts only open rows, by partial indexes: there may be millions of closed runs. */
const DEPTHS = {
  name: 'metrics_depths',
  text: `
    select e.pending, e."pendingAge", r.running, r.waiting, m.mails, m."mailAge", m."mailsGivenUp"
    from (select count(*)::float8 as pending,
                 coalesce(extract(epoch from now() - min(started_at)), 0)::float8 as "pendingAge"
          from run where dispatch = 'PENDING' and kind = 'EVENT') e,
         (select count(*) filter (where status = 'RUNNING')::float8 as running,
                 count(*) filter (where status = 'WAITING')::float8 as waiting
          from run where ended_at is null) r,
         (select count(next_attempt_at)::float8 as mails,
                 coalesce(extract(epoch from now() - min(created_at) filter (where next_attempt_at is not null)), 0)::float8
                   as "mailAge",
                 (count(*) - count(next_attempt_at))::float8 as "mailsGivenUp"
          from outgoing_mail) m`,
};
