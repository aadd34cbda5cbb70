import {
  Client,
  Connection,
  isGrpcServiceError,
  type WorkflowClientInterceptor,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import type { NativeConnection } from '@temporalio/worker';
import type { NodeState } from '../../../workflows/contracts/node.ts';
import { names, type RunInput, type RunResult } from '../../../workflows/contracts/run.ts';
import { SEARCH_ATTRIBUTES, type SearchAttributeName } from '../search-attributes.ts';
import { connectionOptions, type TemporalEndpoint } from './connection-options.ts';
import { findOutsideEndings, type OutsideEnding } from './outside-endings.ts';
import { knownStatus, type TemporalStatus } from './temporal-status.ts';

/** The workflow id and priority of a run in Temporal, if it is not the first run of its event. */
export interface RunPlace {
  workflowId: string;
  /** Behind everything else that waits for a worker. */
  isBulk: boolean;
}

/** How a dry run ended. `error` is null unless it failed. */
export interface DryRunResult {
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  error: string | null;
  nodes: NodeState[];
}

/** The workflow engine as the API and the dispatcher need it. Connects when first used, and again after a loss. */
export interface TemporalClient {
  /**
   * Starts the run of an event under the event's id. Returns false when Temporal has one already, which is as good.
   * Throws when Temporal cannot be reached within a few seconds or rejects the run.
   */
  startRun(input: RunInput, place?: RunPlace): Promise<boolean>;
  /** Runs a graph without saving anything and returns its nodes. Null when it took too long. */
  dryRun(input: RunInput, withinMs: number): Promise<DryRunResult | null>;
  /** Asks a run to end. Returns false when Temporal has no open run of this id. */
  cancelRun(workflowId: string): Promise<boolean>;
  /** Ends a run without asking it. Returns false when Temporal has no open run of this id. */
  terminateRun(workflowId: string, reason: string): Promise<boolean>;
  /** Runs that were ended in Temporal after `since` and could not record it themselves. */
  findOutsideEndings(since: Date): Promise<OutsideEnding[]>;
  /** Live node states, or null within a second: Temporal is unreachable, or no worker responds. */
  findNodes(workflowId: string): Promise<NodeState[] | null>;
  /** Null: Temporal has no run of this id. */
  findStatus(workflowId: string): Promise<TemporalStatus | null>;
  /** Signals a run that quota may be available. Throws when the signal cannot be sent. */
  signalQuotaAvailable(workflowId: string): Promise<void>;
  /** Shares a worker's connection from now on: runs then start on that worker without a detour. */
  shareConnection(connection: NativeConnection): void;
  /** Goes back to a connection of its own; to be called before the shared one closes. */
  unshareConnection(): void;
  /** Throws when Temporal cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const START_MS = 5_000;
const QUERY_MS = 1_000;
/** Of Temporal's five; 3 is that of everything else. */
const LAST_PRIORITY = 5;

const keyword = (name: SearchAttributeName) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const workflowKey = keyword('StampingWorkflow');
const accountKey = keyword('StampingAccount');

interface TemporalClientOptions extends TemporalEndpoint {
  taskQueue: string;
  /** Applied to every start; none by default. */
  interceptors?: WorkflowClientInterceptor[];
}

export function createTemporalClient(options: TemporalClientOptions): TemporalClient {
  const { namespace, taskQueue, dataConverter = {}, interceptors = [] } = options;
  const given = { namespace, dataConverter, interceptors: { workflow: interceptors } };
  const own = Connection.lazy(connectionOptions(options));
  const ownClient = new Client({ ...given, connection: own });
  let client = ownClient;
  let eager = false;
  const calls = new Set<Promise<unknown>>();
  let closing = false;
  const within = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
    if (closing) throw new Error('The service is stopping.');
    const call = client.connection.withDeadline(Date.now() + ms, work);
    calls.add(call);
    try {
      return await call;
    } finally {
      calls.delete(call);
    }
  };

  return {
    async startRun(input, place = { workflowId: input.eventId, isBulk: false }) {
      const { workflowId, accountId, graphVersion } = input;
      try {
        await within(START_MS, () =>
          client.workflow.start(names.workflow, {
            workflowId: place.workflowId,
            taskQueue,
            // Accounts alternate: one key for each (matching.enableFairness).
            priority: { fairnessKey: accountId, ...(place.isBulk && { priorityKey: LAST_PRIORITY }) },
            args: [input],
            workflowIdReusePolicy: 'REJECT_DUPLICATE',
            requestEagerStart: eager,
            // No memo: a list of runs would have to decrypt it, whatever the keys of those runs were.
            staticSummary: `${input.runId} of ${workflowId}, graph version ${graphVersion}`,
            typedSearchAttributes: new TypedSearchAttributes([
              { key: workflowKey, value: workflowId },
              { key: accountKey, value: accountId },
            ]),
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
        throw explain(error);
      }
    },

    async findNodes(workflowId) {
      try {
        const handle = client.workflow.getHandle(workflowId);
        return await within(QUERY_MS, () => handle.query<NodeState[]>(names.nodesQuery));
      } catch {
        return null;
      }
    },

    async findStatus(workflowId) {
      try {
        const { status } = await within(START_MS, () => client.workflow.getHandle(workflowId).describe());
        return knownStatus(status.name);
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return null;
        throw error;
      }
    },

    async signalQuotaAvailable(workflowId) {
      await within(START_MS, () => client.workflow.getHandle(workflowId).signal(names.quotaSignal));
    },

    async dryRun(input, withinMs) {
      try {
        const run = await within(START_MS, () =>
          client.workflow.start<(given: RunInput) => Promise<RunResult>>(names.workflow, {
            workflowId: input.runId,
            taskQueue,
            args: [input],
            workflowExecutionTimeout: withinMs,
            requestEagerStart: eager,
            staticSummary: `dry run of ${input.workflowId}`,
          }),
        );
        const { status, dryRun } = await within(withinMs + START_MS, () => run.result());
        return { status, error: dryRun?.error ?? null, nodes: dryRun?.nodes ?? [] };
      } catch (error) {
        if (error instanceof WorkflowFailedError) return null;
        throw error;
      }
    },

    async cancelRun(workflowId) {
      try {
        await within(START_MS, () => client.workflow.getHandle(workflowId).cancel());
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },

    async terminateRun(workflowId, reason) {
      try {
        await within(START_MS, () => client.workflow.getHandle(workflowId).terminate(reason));
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },

    findOutsideEndings: (since) => within(START_MS, () => findOutsideEndings(client, { since, taskQueue })),

    shareConnection(connection) {
      client = new Client({ ...given, connection });
      eager = true;
    },

    unshareConnection() {
      client = ownClient;
      eager = false;
    },

    async check() {
      await within(QUERY_MS, () => client.connection.workflowService.describeNamespace({ namespace }));
    },

    async close() {
      closing = true;
      // A call that retries on a closed connection would cause an unhandled rejection.
      await Promise.allSettled(calls);
      await own.close();
    },
  };
}

/** Adds advice to the one rejection that an operator can fix: a Temporal server without our search attributes. */
function explain(error: unknown): unknown {
  const message = error instanceof Error ? `${error.message} ${String(error.cause)}` : '';
  if (!/search attribute/i.test(message)) return error;
  const attributes = Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => `--name ${name} --type ${type}`);
  const advice = attributes.map((flags) => `temporal operator search-attribute create ${flags}`).join('; ');
  return new ClusterUnprepared(
    `The Temporal server lacks search attributes this program needs. Run: ${advice}`,
    { cause: error },
  );
}

class ClusterUnprepared extends Error {}

/**
 * The reason when Temporal rejects this run permanently (gRPC INVALID_ARGUMENT, OUT_OF_RANGE). Null for errors that may
 * pass or that an operator can fix.
 */
export function findPermanentRejection(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ClusterUnprepared) return null;
    if (isGrpcServiceError(at)) return [3, 11].includes(at.code) ? at.details : null;
  }
  return null;
}

/** Whether Temporal is unreachable, so that other requests fail too, as opposed to rejecting this request. */
export function isTemporalUnreachable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    // gRPC: CANCELLED 1, DEADLINE_EXCEEDED 4, RESOURCE_EXHAUSTED 8, UNAVAILABLE 14.
    if (isGrpcServiceError(at)) return [1, 4, 8, 14].includes(at.code);
    if (/transport error|connection refused|tcp connect/i.test(at.message)) return true;
  }
  return false;
}
