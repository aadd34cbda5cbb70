import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
  status: object;
  events: object[];
}

interface TraceExport {
  resourceSpans: { resource: object; scopeSpans: { spans: CollectedSpan[] }[] }[];
}

/** Takes traces as a collector does: OTLP over HTTP, as JSON. */
export interface OtlpCollector {
  endpoint: string;
  spans: CollectedSpan[];
  /** Everything received, as text. */
  text(): string;
  /** Takes nothing more. */
  reject(): void;
  close(): Promise<void>;
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const received: TraceExport[] = [];
  const spans: CollectedSpan[] = [];
  let rejects = false;
  const server = createServer(async (request, response) => {
    if (rejects || request.url !== '/v1/traces') return response.writeHead(404).end();
    const body = (await json(request)) as TraceExport;
    received.push(body);
    for (const { scopeSpans } of body.resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => JSON.stringify(received),
    reject: () => {
      rejects = true;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
