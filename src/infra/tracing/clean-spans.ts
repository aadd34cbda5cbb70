import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-node';

/** Ids, fixed names and numbers. All other attributes may contain customer data. */
const KNOWN: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'stamping.request_id',
  'temporalWorkflowId',
  'temporalActivityId',
  'run_id',
  'workflowType',
  'attempt',
  'exception.type',
]);

/**
 * Removes everything from ended spans that may contain customer data. Libraries add such attributes: messages of errors
 * quote values, and spans of Temporal contain the input of a run.
 */
export function cleanSpans(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, parent) => next.onStart(span, parent),
    onEnd: (span) => next.onEnd(cleanSpan(span)),
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  };
}

function cleanSpan(span: ReadableSpan): ReadableSpan {
  const { attributes, status, events, links } = span;
  const kept: Partial<ReadableSpan> = {
    attributes: known(attributes),
    status: { code: status.code },
    events: events.map((event) => ({ ...event, attributes: known(event.attributes ?? {}) })),
    links: links.map(({ context }) => ({ context })),
  };
  const members = Object.entries(kept).map(([name, value]) => [name, { value, enumerable: true }] as const);
  return Object.create(span, Object.fromEntries(members));
}

function known(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => KNOWN.has(name)));
}
