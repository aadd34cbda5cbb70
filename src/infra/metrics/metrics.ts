import { Counter, Histogram, Registry } from 'prom-client';

/** Seconds: from a cached response to a stamp of many rows. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Seconds: from a run of one node to one that waits for days. */
const RUN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600, 86_400];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The metrics of the service, named by Prometheus' conventions ("Metric and label naming"). Label values come from closed
 * lists, never from user input, so their number is bounded and they contain no customer data.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'stamping_http_request_duration_seconds',
      help: 'Requests by route and status, until the last byte of the response was sent.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    problems: new Counter({
      name: 'stamping_http_problems_total',
      help: 'Requests that were rejected or failed, by error code. Webhook responses have no code.',
      labelNames: ['code'] as const,
      registers,
    }),
    eventsAccepted: new Counter({
      name: 'stamping_events_accepted_total',
      help: 'Webhook events that were accepted with 202 and stored; repetitions are not counted.',
      registers,
    }),
    eventStart: new Histogram({
      name: 'stamping_event_start_duration_seconds',
      help: 'From the commit of an event to the start of its run.',
      buckets: SECONDS,
      registers,
    }),
    runs: new Histogram({
      name: 'stamping_run_duration_seconds',
      help: 'Ended runs by status, from the first node to the last.',
      labelNames: ['status'] as const,
      buckets: RUN_SECONDS,
      registers,
    }),
    documents: new Counter({
      name: 'stamping_documents_total',
      help: 'Documents of bulk jobs and runs; a document that a retried run reuses is counted again.',
      labelNames: ['kind'] as const,
      registers,
    }),
    storage: new Histogram({
      name: 'stamping_storage_operation_duration_seconds',
      help: 'Operations on the object storage; for a stream, until it is open.',
      labelNames: ['operation', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
  };
}
