import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ApiClient, ApiError, getData, logIn } from '../../client/client.ts';
import { type Config, generateSecret, loadConfig } from '../../config.ts';
import { persistSecret } from '../../dev/persisted-secret.ts';
import { type DemoService, findOrStartService } from './service.ts';
import { stampRows, upsertTemplate } from './templates.ts';
import { postOrder, upsertWorkflow, waitForRun } from './workflows.ts';

/**
 * npm run demo [-- --exit]: starts the service, stamps the example rows and runs the example workflow. It uses the
 * settings of the service. ADMIN_PASSWORD is needed only if the administrator already exists. Keeps the service running
 * until Ctrl-C; with --exit it ends when everything was shown.
 */

interface Demo {
  config: Config;
  service: DemoService;
  dataDir: string;
  password: string;
}

function print(subject: string, text: string): void {
  console.log(`  ${subject.padEnd(12)} ${text}`);
}

function countWarnings(count: number): string {
  return count === 1 ? '1 warning' : `${count} warnings`;
}

/** Runs the demo and returns the last lines to print. */
async function show(demo: Demo): Promise<string[]> {
  const { config, service, password } = demo;
  const api = await signIn(demo);
  print(
    'login',
    `${config.ADMIN_EMAIL} / ${config.ADMIN_PASSWORD === undefined ? password : 'ADMIN_PASSWORD'}`,
  );

  const template = await upsertTemplate(api);
  print('template', `${template.name} ${template.publicId} (${template.change})`);
  const outputDir = path.join(demo.dataDir, 'demo');
  await mkdir(outputDir, { recursive: true, mode: 0o700 });
  const zip = path.join(outputDir, 'agreements.zip');
  const stamped = await stampRows(api, { templateId: template.publicId, target: zip });
  const megabytes = (stamped.bytes / 1e6).toFixed(1);
  print(
    'stamped',
    `rows.xlsx in ${stamped.seconds.toFixed(2)} s, ${megabytes} MB, ${countWarnings(stamped.warnings)}`,
  );
  print('', zip);
  if (stamped.warnings > 0) print('', 'POST /api/stamper/check with the same fields lists them row by row');

  const workflow = await upsertWorkflow(api, template.publicId);
  print('workflow', `${workflow.name} ${workflow.publicId} (${workflow.status})`);
  const start = performance.now();
  const runId = await postOrder(api, workflow);
  print('webhook', `202 from ${workflow.webhookUrl}`);
  const run = await waitForRun(api, { workflowId: workflow.publicId, runId });
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  print(
    'run',
    `${run.status} after ${seconds} s: ${run.nodes.map(({ id, status }) => `${id} ${status}`).join(', ')}`,
  );
  const document = await saveDocument({ api, made: run.documents[0], folder: outputDir });
  print('document', document);

  const docs = new URL('/docs', service.url).href;
  const isStopping = service.isOurs && process.argv.includes('--exit');
  if (!isStopping) {
    print('API', docs);
    print('Temporal UI', run.engineUrl ?? 'unknown: set TEMPORAL_UI_URL');
    print(
      '',
      'In the API reference, POST /api/auth/login with this login, then use the accessToken as the bearer token',
    );
  }
  return [`zip: ${zip}`, `document: ${document}`, `run: ${run.engineUrl ?? ''}`, `docs: ${docs}`];
}

async function signIn({ config, service, dataDir, password }: Demo): Promise<ApiClient> {
  try {
    // Repeated demos may reach the rate limit of logins.
    const options = { baseUrl: service.url, limitRetries: 10 };
    return await logIn(options, { email: config.ADMIN_EMAIL, password });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new Error(
      `${config.ADMIN_EMAIL} cannot log in: the administrator in ${dataDir} was created with another password. ` +
        'Set that password (ADMIN_PASSWORD=... npm run demo), or use an empty folder (DATA_DIR=... npm run demo).',
      { cause: error },
    );
  }
}

async function saveDocument({
  api,
  made,
  folder,
}: {
  api: ApiClient;
  made: { documentId: string; name: string } | undefined;
  folder: string;
}): Promise<string> {
  if (made === undefined) throw new Error('The run created no document.');
  const file = path.join(folder, path.basename(made.name));
  const params = { path: { documentId: made.documentId } };
  const pdf = await getData(api.GET('/api/documents/{documentId}/pdf', { params, parseAs: 'arrayBuffer' }));
  await writeFile(file, Buffer.from(pdf));
  return file;
}

/** Aborts on the first Ctrl-C; the second one ends the process at once. */
function watchInterrupts(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/** Returns the exit code: 130 if interrupted before everything was shown. */
async function main(): Promise<number> {
  const interrupt = watchInterrupts();
  const config = loadConfig();
  const dataDir = path.resolve(config.DATA_DIR);
  // If this process is root, PostgreSQL runs as another user, which must be able to enter the folder.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const password =
    config.ADMIN_PASSWORD ?? (await persistSecret(path.join(dataDir, 'demo-password'), generateSecret));

  console.log('Starting. The first start downloads the Temporal server (45 MB).');
  const started = performance.now();
  const onProgress = (line: string) => print('', line);
  const service = await findOrStartService({
    config,
    dataDir,
    adminPassword: password,
    onProgress,
    interrupt,
  });
  try {
    const elapsed = ((performance.now() - started) / 1000).toFixed(1);
    print('service', `${service.url}, ${service.isOurs ? `ready after ${elapsed} s` : 'already running'}`);
    const demo = { config, service, dataDir, password };
    const lines = await Promise.race([show(demo), whenAborted(interrupt)]);
    if (lines === null) return 130;
    if (service.isOurs && !process.argv.includes('--exit')) {
      console.log([...lines, '', 'Running until Ctrl-C.'].join('\n'));
      const end = await Promise.race([service.ended, whenAborted(interrupt)]);
      if (end !== null) throw new Error(`The service ended unexpectedly: ${end}`);
      return 0;
    }
    await service.stop();
    console.log(lines.join('\n'));
    return 0;
  } finally {
    await service.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
