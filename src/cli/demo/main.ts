import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ApiClient, ApiError, getData, logIn } from '../../client/client.ts';
import { type Config, generateSecret, loadConfig } from '../../config.ts';
import { keepSecret } from '../../dev/kept-secret.ts';
import { type DemoService, findOrStartService } from './service.ts';
import { keepTemplate, stampRows } from './templates.ts';
import { keepWorkflow, postOrder, waitForRun } from './workflows.ts';

/**
 * Shows the whole product on the real parts: npm run demo [-- --exit].
 * Settings are those of the service; ADMIN_PASSWORD is needed only where the administrator exists already.
 */

interface Demo {
  config: Config;
  service: DemoService;
  dataDir: string;
  password: string;
}

function say(subject: string, text: string): void {
  console.log(`  ${subject.padEnd(12)} ${text}`);
}

function countWarnings(count: number): string {
  return count === 1 ? '1 warning' : `${count} warnings`;
}

/** Answers the last lines to print. */
async function show(demo: Demo): Promise<string[]> {
  const { config, service, password } = demo;
  const api = await signIn(demo);
  say(
    'log-in',
    `${config.ADMIN_EMAIL} / ${config.ADMIN_PASSWORD === undefined ? password : 'ADMIN_PASSWORD'}`,
  );

  const template = await keepTemplate(api);
  say('template', `${template.name} ${template.publicId} (${template.change})`);
  const outputDir = path.join(demo.dataDir, 'demo');
  await mkdir(outputDir, { recursive: true, mode: 0o700 });
  const zip = path.join(outputDir, 'agreements.zip');
  const stamped = await stampRows(api, { templateId: template.publicId, target: zip });
  const megabytes = (stamped.bytes / 1e6).toFixed(1);
  say(
    'stamped',
    `rows.xlsx in ${stamped.seconds.toFixed(2)} s, ${megabytes} MB, ${countWarnings(stamped.warnings)}`,
  );
  say('', zip);
  if (stamped.warnings > 0) say('', 'POST /api/stamper/check with the same fields tells them row by row');

  const workflow = await keepWorkflow(api, template.publicId);
  say('workflow', `${workflow.name} ${workflow.publicId} (${workflow.status})`);
  const start = performance.now();
  const runId = await postOrder(api, workflow);
  say('webhook', `202 from ${workflow.webhookUrl}`);
  const run = await waitForRun(api, { workflowId: workflow.publicId, runId });
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  say(
    'run',
    `${run.status} after ${seconds} s: ${run.nodes.map(({ id, status }) => `${id} ${status}`).join(', ')}`,
  );
  const document = await saveDocument({ api, made: run.documents[0], folder: outputDir });
  say('document', document);

  const docs = new URL('/docs', service.url).href;
  const isStopping = service.isOurs && process.argv.includes('--exit');
  if (!isStopping) {
    say('API', docs);
    say('Temporal UI', run.engineUrl ?? 'not known: set TEMPORAL_UI_URL');
    say(
      '',
      'In API: POST /api/auth/login with the log-in answers an accessToken; give it as the bearer token there',
    );
  }
  return [`zip: ${zip}`, `document: ${document}`, `run: ${run.engineUrl ?? ''}`, `docs: ${docs}`];
}

async function signIn({ config, service, dataDir, password }: Demo): Promise<ApiClient> {
  try {
    // Somebody may run this many times within a minute: the limit is part of the product.
    const options = { baseUrl: service.url, limitRetries: 10 };
    return await logIn(options, { email: config.ADMIN_EMAIL, password });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new Error(
      `${config.ADMIN_EMAIL} could not log in: the administrator in ${dataDir} was created earlier with another password. ` +
        'Give it (ADMIN_PASSWORD=... npm run demo), or start on an empty folder (DATA_DIR=... npm run demo).',
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
  if (made === undefined) throw new Error('The run made no document.');
  const file = path.join(folder, path.basename(made.name));
  const params = { path: { documentId: made.documentId } };
  const pdf = await getData(api.GET('/api/documents/{documentId}/pdf', { params, parseAs: 'arrayBuffer' }));
  await writeFile(file, Buffer.from(pdf));
  return file;
}

/** Aborts when the user asks us to end; a second Ctrl-C does not wait. */
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

/** Answers the exit code: 130 when interrupted before everything was shown. */
async function main(): Promise<number> {
  const interrupt = watchInterrupts();
  const config = loadConfig();
  const dataDir = path.resolve(config.DATA_DIR);
  // As root, PostgreSQL runs as another user and has to pass through.
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const password =
    config.ADMIN_PASSWORD ?? (await keepSecret(path.join(dataDir, 'demo-password'), generateSecret));

  console.log('Starting. Only a first start fetches the Temporal server (45 MB).');
  const begun = performance.now();
  const onProgress = (line: string) => say('', line);
  const service = await findOrStartService({
    config,
    dataDir,
    adminPassword: password,
    onProgress,
    interrupt,
  });
  try {
    const since = ((performance.now() - begun) / 1000).toFixed(1);
    say('service', `${service.url}, ${service.isOurs ? `ready after ${since} s` : 'was running already'}`);
    const demo = { config, service, dataDir, password };
    const lines = await Promise.race([show(demo), whenAborted(interrupt)]);
    if (lines === null) return 130;
    if (service.isOurs && !process.argv.includes('--exit')) {
      console.log([...lines, '', 'Running until Ctrl-C.'].join('\n'));
      const end = await Promise.race([service.ended, whenAborted(interrupt)]);
      if (end !== null) throw new Error(`The service ended with ${end}.`);
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
