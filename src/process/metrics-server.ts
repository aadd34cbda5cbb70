import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { collectDefaultMetrics } from 'prom-client';
import type { Logger } from '../infra/logger.ts';
import { addDatabaseGauges } from '../infra/metrics/database-gauges.ts';
import { addDiskGauges, addHealthGauge, addPoolGauges, addWorkGauges } from '../infra/metrics/gauges.ts';
import { createSql } from '../infra/sql.ts';
import type { Services } from '../services.ts';

const LIBRARY_RESPONDS_WITHIN_MS = 2_000;

interface MetricsServerOptions {
  services: Pick<Services, 'metrics' | 'orm' | 'config' | 'health' | 'stampingPool' | 'sandbox'>;
  /** Loopback port for the metrics of Temporal's library, in processes with a worker. */
  temporalMetricsPort: number | null;
  logger: Logger;
}

/** Serves Prometheus text at `/metrics` (exposition format 0.0.4) and nothing else. It has no authentication: do not expose it. */
export function createMetricsServer({ services, temporalMetricsPort, logger }: MetricsServerOptions): Server {
  const { registry } = services.metrics;
  addGauges(services);
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(404).end();
      return;
    }
    try {
      const [own, temporal] = await Promise.all([
        registry.metrics(),
        readLibraryMetrics(temporalMetricsPort),
      ]);
      response.writeHead(200, { 'content-type': registry.contentType });
      response.end(request.method === 'HEAD' ? undefined : own + temporal);
    } catch (error) {
      logger.error({ err: error }, 'metrics could not be collected');
      response.writeHead(500).end();
    }
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 15_000;
  return server;
}

/** Gauges that are read on each scrape. */
function addGauges(services: MetricsServerOptions['services']): void {
  const { metrics, orm, config, health, stampingPool, sandbox } = services;
  collectDefaultMetrics({ register: metrics.registry });
  addDatabaseGauges(metrics, createSql(orm));
  addPoolGauges(metrics, orm);
  addHealthGauge(metrics, health);
  addWorkGauges(metrics, { stamping: stampingPool.load, reading: sandbox.load });
  const { DATA_DIR: data, STORAGE_URL: storage = '' } = config;
  addDiskGauges(metrics, {
    data,
    ...(storage.startsWith('file:') && { documents: fileURLToPath(storage) }),
  });
}

/** The metrics of Temporal's library; empty before its first connection. */
async function readLibraryMetrics(port: number | null): Promise<string> {
  if (port === null) return '';
  const signal = AbortSignal.timeout(LIBRARY_RESPONDS_WITHIN_MS);
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal }).catch(() => null);
  return response?.ok ? response.text() : '';
}
