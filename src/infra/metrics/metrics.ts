import { Counter, Histogram, Registry } from 'prom-client';

/** Seconds: from a cached answer to a stamp of many rows. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Seconds: from a run of one node to one that waits for days. */
const RUN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600, 86_400];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * What the service counts, in Prometheus' words: names in base units, `_total` for counters ("Metric and label
 * naming"). Labels come from closed lists alone, never from a user's text, so their number is bounded and nobody's
 * data is in them.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'stamping_http_request_duration_seconds',
      help: 'Requests, by the route they met and the status they got, until the last byte was handed over.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    problems: new Counter({
      name: 'stamping_http_problems_total',
      help: 'Requests that were refused or failed, by the code in their answer. Webhooks answer without one.',
      labelNames: ['code'] as const,
      registers,
    }),
    eventsAccepted: new Counter({
      name: 'stamping_events_accepted_total',
      help: 'Webhook events that were answered 202 and stored; repeated ones are not counted again.',
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
      help: 'Runs that ended, by how, from their first node to their last.',
      labelNames: ['status'] as const,
      buckets: RUN_SECONDS,
      registers,
    }),
    documents: new Counter({
      name: 'stamping_documents_total',
      help: 'Documents given to a bulk job or to a run; one a retried run finds again counts again.',
      labelNames: ['kind'] as const,
      registers,
    }),
    storage: new Histogram({
      name: 'stamping_storage_operation_duration_seconds',
      help: 'Operations on the object storage; a stream counts until it is opened.',
      labelNames: ['operation', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
  };
}
