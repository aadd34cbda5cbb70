import { createBatcher } from '../../../infra/batcher.ts';
import { isPublicId } from '../../../infra/public-id.ts';
import { createSingleFlight } from '../../../infra/single-flight.ts';
import type { Sql } from '../../../infra/sql.ts';
import * as statements from './outbox-statements.ts';

/** A run that must be started, with everything its start needs. */
interface PendingRun {
  runId: string;
  eventId: string;
  /** Its workflow id in Temporal: the event's id for the first run of an event, else the run's own. */
  engineWorkflowId: string;
  /** One of many that were replayed at once. */
  isBulk: boolean;
  /** Nodes that a retry does not run again; null for all other runs. */
  kept: string[] | null;
  payload: string;
  workflowId: string;
  accountId: string;
  ownerId: string;
  graphVersionId: string;
  graphVersion: number;
  stepsJson: string;
  /** Trace of the request that brought the event; null for reruns, and where traces are not collected. */
  traceparent: string | null;
}

/** A run that Temporal has and that has not ended. `id` orders runs by age. */
interface OpenRun {
  id: string;
  runId: string;
  engineWorkflowId: string;
}

/** How a run ended that did not record its own end. */
export interface RunEnd {
  status: 'FAILED' | 'CANCELLED';
  error: string;
}

/**
 * The outbox: runs with `dispatch = 'PENDING'`, whether their event has just arrived, is replayed or is retried. A
 * process that leases a run may start it. All times are the database's.
 */
export interface OutboxRepository {
  /** Null when the run is deleted, started or ended. */
  findPending(runId: string): Promise<PendingRun | null>;
  /** Current versions of those templates that the owner may use. */
  findPins(
    templateIds: readonly string[],
    ownerId: string,
  ): Promise<{ templateId: string; versionId: number }[]>;
  /**
   * Leases pending runs that have no lease and do not wait for `retryLater`. Up to `limit` single runs: one of each
   * account, then the next of each, oldest first. Besides, bulk replays as long as fewer than `bulkSlots` of them are under
   * way and no single run waits. `attempts`: rejected starts and this one.
   */
  claim(options: {
    limit: number;
    bulkSlots: number;
    leaseSeconds: number;
  }): Promise<{ runId: string; attempts: number }[]>;
  markStarted(runIds: readonly string[]): Promise<void>;
  /** Ends leases: the runs may be claimed at once. */
  release(runIds: readonly string[]): Promise<void>;
  /** Ends the lease of a run whose start was rejected: it may be claimed after `seconds`. */
  retryLater(runId: string, seconds: number): Promise<void>;
  /** Ends a pending run as FAILED. Its event is kept and can be replayed. */
  giveUp(runId: string, error: string): Promise<void>;
  /** Ends a pending run without a lease as CANCELLED. False if there is none. */
  cancelPending(runId: string): Promise<boolean>;
  /** Runs that were started more than `seconds` ago and have no end, after `cursor` (an `id`). */
  findOpen(options: { seconds: number; cursor: string; limit: number }): Promise<OpenRun[]>;
  /** Makes a started run pending again. False when it has ended. */
  requeue(runId: string): Promise<boolean>;
  /** Ends unfinished runs. Returns the public ids of those that were unfinished. */
  close(engineWorkflowIds: readonly string[], end: RunEnd): Promise<string[]>;
}

export function createOutboxRepository(sql: Sql): OutboxRepository {
  // A burst of events of one workflow asks for the same versions many times.
  const readPins = createSingleFlight((key: string) =>
    sql<{ templateId: string; versionId: number }>(statements.FIND_PINS, JSON.parse(key)),
  );
  return {
    findPending: createBatcher<string, PendingRun | null>({
      work: async (runIds) => {
        const rows = await sql<PendingRun>(statements.FIND_PENDING, [runIds]);
        const found = new Map(rows.map((row) => [row.runId, row]));
        return runIds.map((runId) => found.get(runId) ?? null);
      },
      concurrency: 4,
      maxItems: 16,
      maxWeight: 16,
      weigh: () => 1,
    }),
    findPins(templateIds, ownerId) {
      const ids = templateIds.filter((id) => isPublicId('tpl', id));
      return readPins(JSON.stringify([ids, ownerId]));
    },
    claim: ({ limit, bulkSlots, leaseSeconds }) => sql(statements.CLAIM, [limit, bulkSlots, leaseSeconds]),
    async markStarted(runIds) {
      await sql(statements.MARK_STARTED, [runIds]);
    },
    async release(runIds) {
      await sql(statements.RELEASE, [runIds]);
    },
    async retryLater(runId, seconds) {
      await sql(statements.RETRY_LATER, [runId, seconds]);
    },
    async giveUp(runId, error) {
      await sql(statements.GIVE_UP, [runId, error]);
    },
    async cancelPending(runId) {
      return (await sql(statements.CANCEL_PENDING, [runId])).length > 0;
    },
    findOpen: ({ seconds, cursor, limit }) => sql(statements.FIND_OPEN, [seconds, cursor, limit]),
    async requeue(runId) {
      return (await sql(statements.REQUEUE, [runId])).length > 0;
    },
    async close(engineWorkflowIds, { status, error }) {
      const rows = await sql<{ runId: string }>(statements.CLOSE, [engineWorkflowIds, status, error]);
      return rows.map(({ runId }) => runId);
    },
  };
}
