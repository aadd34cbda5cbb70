import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { collectDefaultMetrics } from 'prom-client';
import type { Logger } from '../infra/logger.ts';
import { addDatabaseGauges } from '../infra/metrics/database-gauges.ts';
import { addDiskGauges, addHealthGauge, addPoolGauges, addWorkGauges } from '../infra/metrics/gauges.ts';
import { createSql } from '../infra/sql.ts';
import type { Services } from '../services.ts';

const ENGINE_ANSWERS_WITHIN_MS = 2_000;

export interface MetricsServerOptions {
  services: Pick<Services, 'metrics' | 'orm' | 'config' | 'health' | 'stampingPool' | 'sandbox'>;
  /** Loopback port on which the engine's client library serves its own metrics, in processes with a worker. */
  engineMetricsPort: number | null;
  logger: Logger;
}

/** Serves Prometheus text at `/metrics` (exposition format 0.0.4) and nothing else. Has no log-in: keep it inside. */
export function createMetricsServer({ services, engineMetricsPort, logger }: MetricsServerOptions): Server {
  const { registry } = services.metrics;
  addGauges(services);
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(404).end();
      return;
    }
    try {
      const [own, engine] = await Promise.all([registry.metrics(), readEngine(engineMetricsPort)]);
      response.writeHead(200, { 'content-type': registry.contentType });
      response.end(request.method === 'HEAD' ? undefined : own + engine);
    } catch (error) {
      logger.error({ err: error }, 'metrics could not be collected');
      response.writeHead(500).end();
    }
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 15_000;
  return server;
}

/** What is looked at when somebody scrapes. */
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

/** The client library's metrics as it tells them; nothing before its first connection. */
async function readEngine(port: number | null): Promise<string> {
  if (port === null) return '';
  const signal = AbortSignal.timeout(ENGINE_ANSWERS_WITHIN_MS);
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal }).catch(() => null);
  return response?.ok ? response.text() : '';
}
