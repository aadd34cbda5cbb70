import { notFound } from '../../../errors.ts';
import { hasCode } from '../../../infra/error-code.ts';
import { createOrderedPublicId } from '../../../infra/public-id.ts';
import type { Sql, Statement } from '../../../infra/sql.ts';
import type { PendingEvent } from '../dispatch/outbox.repository.ts';
import * as statements from './rerun-sql.ts';

/** A run that was asked for and is not started yet. */
export interface PendingRun {
  runId: string;
  engineWorkflowId: string;
  isBulk: boolean;
  /** Nodes a retry need not do again; null for a replay. */
  kept: string[] | null;
}

/** A new run of a stored event. `key`: a repeated request with it asks for the same run. */
export interface ReplayRow {
  eventId: string;
  /** The id of the event's first run, taken if it has had none. */
  firstRunId: string;
  runId: string;
  graphVersionId: number;
  key: string | null;
}

/** A new run that goes on where another one failed. */
export interface RetryRow {
  sourceRunId: number;
  runId: string;
  kept: readonly string[];
  key: string | null;
}

/** Which events of a workflow to replay. `status` is that of the event's last run, STORED when it had none. */
export interface BulkRow {
  workflowId: number;
  graphVersionId: number;
  from: Date | null;
  before: Date | null;
  status: string | null;
  limit: number;
}

/**
 * Runs that somebody asked for: rows that are their own outbox. Times are the database's. What takes `within` is done by
 * it, in a transaction that has locked what must not change meanwhile.
 */
export interface RerunRepository {
  /** Answers the id of the run, which is an earlier one's if its key was used before. */
  insertReplay(row: ReplayRow): Promise<string>;
  insertRetry(row: RetryRow, within?: Sql): Promise<string>;
  /** The oldest events first; those with an unfinished run are left out. */
  insertBulk(row: BulkRow, within?: Sql): Promise<{ runIds: string[]; left: number }>;
  /** What an outbox row begins with, in the shape of an event's; null when it is no longer owed a start. */
  findPending(runId: string): Promise<PendingEvent | null>;
  findRun(runId: string): Promise<PendingRun | null>;
  /** Leases up to `limit` pending runs nobody holds, the oldest first; none of many unless `bulkSlots` allows. */
  claim(options: {
    limit: number;
    bulkSlots: number;
    leaseSeconds: number;
  }): Promise<{ runId: string; attempts: number }[]>;
  markStarted(runIds: readonly string[]): Promise<void>;
  release(runIds: readonly string[], seconds: number): Promise<void>;
  giveUp(runId: string, error: string): Promise<void>;
  /** Started runs without an end that began more than `seconds` ago, after `cursor`. */
  findOpen(options: {
    seconds: number;
    cursor: string;
    limit: number;
  }): Promise<{ id: string; runId: string; engineWorkflowId: string }[]>;
  /** The engine has forgotten the run: it is owed again. False when it has ended meanwhile. */
  oweAgain(runId: string): Promise<boolean>;
  /** Ends a run nobody has begun to start. Answers whether there was one. */
  cancelPending(runId: string): Promise<boolean>;
  /** Ends unfinished runs that the engine has ended. Answers their public ids. */
  closeEnded(engineWorkflowIds: readonly string[], end: { status: string; error: string }): Promise<string[]>;
}

export function createRerunRepository(sql: Sql): RerunRepository {
  const one = async (statement: Statement, values: readonly unknown[], by = sql): Promise<string> => {
    // A statement that waited for the same request does not see what that one committed; the next statement does.
    for (let look = 0; look < 2; look++) {
      const [row] = await by<{ runId: string }>(statement, values).catch(notFoundIfDeleted);
      if (row !== undefined) return row.runId;
    }
    throw gone();
  };
  return {
    insertReplay: ({ eventId, firstRunId, runId, graphVersionId, key }) =>
      one(statements.INSERT_REPLAY, [eventId, firstRunId, runId, graphVersionId, key]),
    insertRetry: ({ sourceRunId, runId, kept, key }, within) =>
      one(statements.INSERT_RETRY, [sourceRunId, runId, kept, key], within),
    async insertBulk({ workflowId, graphVersionId, from, before, status, limit }, within = sql) {
      const rows = await within<{ runId: string | null; left: number }>(statements.INSERT_BULK, [
        ...[workflowId, graphVersionId, from, before, status, limit],
        Array.from({ length: limit }, () => createOrderedPublicId('run')),
      ]);
      return {
        runIds: rows.flatMap(({ runId }) => (runId === null ? [] : [runId])),
        left: rows[0]?.left ?? 0,
      };
    },
    async findPending(runId) {
      const [row] = await sql<PendingEvent>(statements.FIND_PENDING, [runId]);
      return row ?? null;
    },
    async findRun(runId) {
      const [row] = await sql<PendingRun>(statements.FIND_RUN, [runId]);
      return row ?? null;
    },
    claim: ({ limit, bulkSlots, leaseSeconds }) => sql(statements.CLAIM, [limit, bulkSlots, leaseSeconds]),
    async markStarted(runIds) {
      await sql(statements.MARK_STARTED, [runIds]);
    },
    async release(runIds, seconds) {
      await sql(statements.RELEASE, [runIds, seconds]);
    },
    async giveUp(runId, error) {
      await sql(statements.GIVE_UP, [runId, error]);
    },
    findOpen: ({ seconds, cursor, limit }) => sql(statements.FIND_OPEN, [seconds, cursor, limit]),
    async oweAgain(runId) {
      return (await sql(statements.OWE_AGAIN, [runId])).length > 0;
    },
    async cancelPending(runId) {
      return (await sql(statements.CANCEL_PENDING, [runId])).length > 0;
    },
    async closeEnded(engineWorkflowIds, { status, error }) {
      const rows = await sql<{ runId: string }>(statements.CLOSE_ENDED, [engineWorkflowIds, status, error]);
      return rows.map(({ runId }) => runId);
    },
  };
}

const gone = () => notFound('The event or the run was');

/** A foreign key refuses a run whose event was deleted, or expired, while the statement waited. */
function notFoundIfDeleted(error: unknown): never {
  throw hasCode(error, '23503') ? gone() : error;
}
