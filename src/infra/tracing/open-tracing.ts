import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import {
  context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResourcesSync, envDetectorSync, Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/worker/index.js';
import type { Logger } from '../logger.ts';
import { cleanSpans } from './clean-spans.ts';
import type { Tracing } from './tracing.ts';

const require = createRequire(import.meta.url);
/** Interceptors of workflow code, so that its calls belong to the trace. */
export const workflowModules = [
  require.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors'),
];
/** A collector that is away holds up the end of the process no longer. */
const CLOSE_MS = 5_000;

interface TracingOptions {
  /** OTLP over HTTP, without the path: http://localhost:4318 */
  endpoint: string;
  role: string;
  logger: Logger;
}

/** The library reports errors as JSON, with the stack. */
function reasonOf(message: string): string {
  return (/"message":"([^"]+)"/.exec(message)?.[1] ?? message).slice(0, 300);
}

/**
 * Sends spans to a collector. Once in a process: Temporal's interceptors find the tracer in OpenTelemetry's global
 * registry. Sampling, headers, name and attributes come from OpenTelemetry's own variables, which its SDK reads.
 */
export function openTracing({ endpoint, role, logger }: TracingOptions): Tracing {
  const note = (message: string) => logger.warn({ reason: reasonOf(message) }, 'traces are not taken');
  const nothing = () => {};
  const silent = { debug: nothing, info: nothing, verbose: nothing };
  diag.setLogger({ ...silent, warn: note, error: note }, DiagLogLevel.WARN);
  const resource = new Resource({ 'service.name': 'stamping-service', 'stamping.role': role }).merge(
    detectResourcesSync({ detectors: [envDetectorSync] }),
  );
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const processor = cleanSpans(new BatchSpanProcessor(new OTLPTraceExporter({ url })));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  const tracer = trace.getTracer('stamping-service');
  const client = new OpenTelemetryWorkflowClientInterceptor();

  const contextOf = (traceparent: string | null | undefined) =>
    typeof traceparent === 'string'
      ? propagation.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
      : ROOT_CONTEXT;

  return {
    beginRequest({ method, route, requestId, traceparent }) {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'stamping.request_id': requestId,
      };
      const options = { kind: SpanKind.SERVER, attributes };
      const span = tracer.startSpan(`${method} ${route}`, options, contextOf(traceparent));
      return {
        traceId: span.spanContext().traceId,
        enter: (next) => context.with(trace.setSpan(ROOT_CONTEXT, span), next),
        end(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    current() {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent ?? null;
    },
    within: (traceparent, work) => context.with(contextOf(traceparent), work),
    step: (name, work) =>
      tracer.startActiveSpan(name, async (span) => {
        try {
          return await work();
        } catch (error) {
          if (error instanceof Error) span.recordException(error);
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    // Only starts: the periodic calls of the service to Temporal belong to no request.
    clientInterceptors: [{ startWithDetails: (input, next) => client.startWithDetails(input, next) }],
    worker: {
      interceptors: {
        activity: [(activity) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(activity) })],
      },
      sinks: { exporter: makeWorkflowExporter(processor, resource) },
    },
    workflowModules,
    async close() {
      const closed = provider.shutdown().catch((error: unknown) => note(String(error)));
      await Promise.race([closed, delay(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
