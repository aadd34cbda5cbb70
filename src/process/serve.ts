import { buildApp } from '../app.ts';
import type { CompleteConfig } from '../config.ts';
import { findFreePort } from '../dev/free-port.ts';
import type { App } from '../http/app-types.ts';
import { systemClock } from '../infra/clock.ts';
import { createHealth } from '../infra/health.ts';
import type { Logger } from '../infra/logger.ts';
import { temporalEndpointOf } from '../infra/temporal/temporal-endpoint.ts';
import { noTracing, type Tracing } from '../infra/tracing/tracing.ts';
import { closeServices, createServices, type Services } from '../services.ts';
import { checkTemporal } from './check-temporal.ts';
import type { Closers } from './closers.ts';
import { openDatabase } from './database.ts';
import { createFirstAdmin } from './first-admin.ts';
import { createHealthServer } from './health-server.ts';
import { drain, listen, plainServer, type WebServer } from './listen.ts';
import type { Step } from './steps.ts';
import { assertNotUnmounted, openReadyStorage } from './storage.ts';
import type { TemporalWorker } from './temporal-worker.ts';

interface ServeOptions {
  config: CompleteConfig;
  jwtSecret: string;
  logger: Logger;
  closers: Closers;
  step: Step;
}

/** Opens database and storage, starts the parts this role has, and listens. Returns its address. */
export async function serve(options: ServeOptions): Promise<string> {
  const { config, jwtSecret, logger, closers, step } = options;
  const tracing = await openTracing(options);
  const temporalChecked = step('Temporal', () =>
    checkTemporal({ place: temporalEndpointOf(config), role: config.ROLE, logger }),
  );
  // Awaited below; meanwhile something else may fail first.
  temporalChecked.catch(() => {});
  const health = createHealth({
    onFailure: (name, error) => logger.warn({ check: name, err: error }, `not ready: ${name}`),
  });
  const orm = await step('database', () =>
    openDatabase({ url: config.DATABASE_URL, poolMax: config.DATABASE_POOL_MAX, logger }),
  );
  const storage = await step('storage', async () => {
    await assertNotUnmounted(config.STORAGE_URL, orm);
    return openReadyStorage(config, logger);
  });
  await temporalChecked;
  let url = '';
  const services = createServices({
    config,
    logger,
    orm,
    storage,
    health,
    jwtSecret,
    tracing,
    clock: systemClock,
    baseUrl: () => config.BASE_URL ?? url.replace('//127.0.0.1:', '//localhost:'),
  });
  closers.add({ name: 'services', close: () => closeServices(services) });
  health.add('database', async () => void (await orm.em.fork().execute('select 1')));
  health.add('storage', () => services.storage.check());
  health.add('engine', () => services.temporal.check());
  if (config.ROLE !== 'worker') await services.twoFactor.checkKeys();
  // Not in a worker: no user logs in there, and its log is the wrong one for the first password.
  if (config.ROLE !== 'worker') await step('first administrator', () => createFirstAdmin(services));
  const temporalMetricsPort = config.METRICS_PORT === undefined ? null : await findFreePort();
  const worker = config.ROLE === 'api' ? null : prepareWorker(services, temporalMetricsPort);
  // For a start that is cut short; otherwise it is closed while requests end.
  if (worker !== null) closers.add({ name: 'worker', close: worker.close, withinMs: 22_000 });
  services.sweeper.start();
  services.reconciler.start();
  services.quotaNotifier.start();
  closers.add({ name: 'the outbox', close: services.closeOutbox });
  // Mails hold links to the API, so the API sends them.
  if (config.ROLE !== 'worker') services.mailSender.start();
  closers.add({ name: 'mails', close: services.mailSender.close });

  await openMetrics({ ...options, services, temporalMetricsPort });
  if (config.ROLE !== 'worker') await openCodec(options, services);
  const web = config.ROLE === 'worker' ? plainServer(createHealthServer(health)) : await openApp(services);
  url = await step('listening', () => listen({ web, host: config.HOST, port: config.PORT, logger }));
  // After listening: a run that ends the process must not make the API unavailable.
  if (worker !== null) await step('worker', worker.start);
  const close = async () => void (await Promise.all([drain(web), worker?.close()]));
  closers.add({ name: 'requests and runs', close, withinMs: 22_000 });
  closers.add({ name: 'readiness', close: async () => health.close() });
  return url;
}

/** Opened before, and closed after, everything that traces. Its libraries are loaded only with a collector. */
async function openTracing({ config, logger, closers }: ServeOptions): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ROLE: role } = config;
  if (endpoint === undefined) return noTracing;
  const { openTracing } = await import('../infra/tracing/open-tracing.ts');
  const tracing = openTracing({ endpoint, role, logger });
  closers.add({ name: 'traces', close: tracing.close });
  return tracing;
}

/** Metrics have a port of their own: clients of the API must not see them. */
async function openMetrics(options: MetricsOptions): Promise<void> {
  const { config, logger, closers, step, services, temporalMetricsPort } = options;
  if (config.METRICS_PORT === undefined) return;
  const { createMetricsServer } = await import('./metrics-server.ts');
  const web = plainServer(createMetricsServer({ services, logger, temporalMetricsPort }));
  const address = { host: config.HOST, port: config.METRICS_PORT };
  const url = await step('metrics', () => listen({ web, ...address, setting: 'METRICS_PORT', logger }));
  closers.add({ name: 'metrics', close: async () => void (await drain(web)) });
  logger.info(`metrics are at ${url}/metrics`);
}

/** The codec server, from which Temporal's UI gets decrypted payloads, on a port of its own. */
async function openCodec({ config, logger, closers, step }: ServeOptions, services: Services): Promise<void> {
  const { HOST: host, CODEC_PORT: port } = config;
  if (port === undefined) return;
  const { buildCodecApp } = await import('../codec-server/codec-app.ts');
  const web = webOf(await buildCodecApp(services));
  const url = await step('codec', () => listen({ web, host, port, setting: 'CODEC_PORT', logger }));
  closers.add({ name: 'codec', close: async () => void (await drain(web)) });
  logger.info(`Temporal's UI gets payloads from ${url}, once an administrator has signed in there`);
}

interface MetricsOptions extends ServeOptions {
  services: Services;
  temporalMetricsPort: number | null;
}

/** The worker runs in the background. Its code is loaded only in roles with a worker. */
function prepareWorker(services: Services, metricsPort: number | null): PreparedWorker {
  const { health, crashGuard } = services;
  let worker: TemporalWorker | null = null;
  health.add('worker', async () => {
    if (worker?.isPolling() !== true) throw new Error('The worker does not poll for tasks.');
  });
  return {
    async start() {
      await crashGuard.start();
      const { keepWorker } = await import('./temporal-worker.ts');
      worker = keepWorker(services, metricsPort);
    },
    async close() {
      await worker?.close();
      await crashGuard.close();
    },
  };
}

interface PreparedWorker {
  start(): Promise<void>;
  close(): Promise<void>;
}

async function openApp(services: Services): Promise<WebServer> {
  return webOf(await buildApp(services));
}

function webOf(app: App): WebServer {
  return { server: app.server, listen: (address) => app.listen(address), close: () => app.close() };
}
