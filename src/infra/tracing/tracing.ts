import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';

/** One request under way, as a span of its trace. */
export interface RequestSpan {
  /** Hexadecimal, as collectors show it. */
  traceId: string;
  /** Goes on with `next`; what that causes belongs to the request. */
  enter(next: () => void): void;
  end(status: number): void;
}

/** What follows one request through API, engine and activities. Off unless somebody collects it. */
export interface Tracing {
  /** Begins the span of a request; `traceparent` is the caller's (W3C Trace Context), if any. Null while off. */
  beginRequest(request: {
    method: string;
    route: string;
    requestId: string;
    traceparent: string | undefined;
  }): RequestSpan | null;
  /** The W3C `traceparent` of what is being done; null outside of traces. 55 characters. */
  current(): string | null;
  /** Does `work` as a part of the trace of `traceparent`, or of none, whatever trace it is called in. */
  within<Result>(traceparent: string | null, work: () => Result): Result;
  /** Does a part of what the current trace is about, as a span of its own. */
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Passes the trace on with the start of a run. */
  clientInterceptors: WorkflowClientInterceptor[];
  /** Passes the trace on from a run to its activities. */
  worker: Pick<WorkerOptions, 'interceptors' | 'sinks'>;
  /** Modules that the workflow code is bundled with. */
  workflowModules: string[];
  /** Hands over what is still held; gives up on a collector that does not answer. */
  close(): Promise<void>;
}

/** Traces nothing. */
export const noTracing: Tracing = {
  beginRequest: () => null,
  current: () => null,
  within: (_, work) => work(),
  step: (_, work) => work(),
  clientInterceptors: [],
  worker: {},
  workflowModules: [],
  close: async () => {},
};
