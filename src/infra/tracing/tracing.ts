import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';

/** The span of a request. */
export interface RequestSpan {
  /** Hexadecimal, as collectors show it. */
  traceId: string;
  /** Runs `next` within the span. */
  enter(next: () => void): void;
  end(status: number): void;
}

/** Traces of requests through the API, Temporal and activities. Off without a collector. */
export interface Tracing {
  /** Begins the span of a request; `traceparent` is the caller's (W3C Trace Context), if any. Null while off. */
  beginRequest(request: {
    method: string;
    route: string;
    requestId: string;
    traceparent: string | undefined;
  }): RequestSpan | null;
  /** The W3C `traceparent` of the current span, 55 characters; null outside of a trace. */
  current(): string | null;
  /** Runs `work` within the trace of `traceparent`, or of none, regardless of the current trace. */
  within<Result>(traceparent: string | null, work: () => Result): Result;
  /** Runs `work` as a child span of the current span. */
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Propagates the trace to a new run. */
  clientInterceptors: WorkflowClientInterceptor[];
  /** Propagates the trace from a run to its activities. */
  worker: Pick<WorkerOptions, 'interceptors' | 'sinks'>;
  /** Interceptor modules for the workflow bundle. */
  workflowModules: string[];
  /** Sends the remaining spans, waiting a few seconds for the collector at most. */
  close(): Promise<void>;
}

/** Tracing is off. */
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
