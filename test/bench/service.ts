import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { upsertTemplate } from '../../src/cli/demo/templates.ts';
import { upsertWorkflow } from '../../src/cli/demo/workflows.ts';
import { type ApiClient, getData, logIn } from '../../src/client/client.ts';
import { type RunningParts, readRunningParts } from '../../src/dev/data-folder.ts';
import { memorySettings } from '../../src/dev/memory-settings.ts';
import { type NodeProgram, runNodeProgram } from '../support/node-program.ts';
import { until } from '../support/until.ts';

const root = path.join(import.meta.dirname, '../..');
/** Of the first administrator. */
export const benchPassword = 'a password for the bench';

/** The whole service as `npm start` runs it, on a data folder of its own and without rate limits. */
export interface BenchService {
  url: string;
  parts: RunningParts;
  pid: number;
  api: ApiClient;
  database: pg.Pool;
  stop(): Promise<void>;
}

/** Starts a Node program of the repository. */
export function runProgram(
  file: string,
  options: { env?: Readonly<Record<string, string>>; args?: readonly string[] } = {},
): NodeProgram {
  const { env = {}, args = [] } = options;
  return runNodeProgram({ file: path.join(root, file), cwd: root, args, env: { ...memorySettings, ...env } });
}

export async function startService(env: Readonly<Record<string, string>> = {}): Promise<BenchService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const program = startMain(dataDir, env);
  const url = await waitUntilReady(dataDir, program);
  const parts = await readRunningParts(dataDir);
  const database = new pg.Pool({ connectionString: parts.postgres?.url, max: 4 });
  return {
    url,
    parts,
    pid: program.pid,
    api: await logIn({ baseUrl: url }, { email: 'admin@example.com', password: benchPassword }),
    database,
    async stop() {
      await database.end();
      program.kill('SIGTERM');
      await program.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function startMain(dataDir: string, env: Readonly<Record<string, string>> = {}): NodeProgram {
  return runProgram('src/main.ts', {
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: benchPassword,
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
      AUTH_RATE_LIMIT_PER_MINUTE: '0',
      WORKFLOW_MAILS_PER_DAY: '0',
      ...env,
    },
  });
}

export async function waitUntilReady(dataDir: string, program: NodeProgram): Promise<string> {
  let url = '';
  const ended = program.ended.then((how) => {
    throw new Error(`The service ended (${how}):\n${program.lines.join('\n')}`);
  });
  ended.catch(() => {});
  await Promise.race([
    ended,
    until(async () => {
      url = (await readRunningParts(dataDir)).api?.url ?? '';
      return url !== '' && (await isReady(url));
    }, 300_000),
  ]);
  return url;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/readyz', url));
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Posts an event to the webhook of this workflow. */
export async function postEvent(api: ApiClient, workflowId: string, body: object): Promise<void> {
  const params = { path: { workflowId } };
  const event = { params, body: { ...body }, parseAs: 'text' } as const;
  await getData(api.POST('/api/workflows/{workflowId}/webhook', event));
}

/** The example template and the example workflow, ACTIVE. */
export async function setUpExample(
  api: ApiClient,
): Promise<{ templateId: string; webhookUrl: string; workflowId: string }> {
  const { publicId: templateId } = await upsertTemplate(api);
  const { publicId: workflowId } = await upsertWorkflow(api, templateId);
  return { templateId, workflowId, webhookUrl: `/api/workflows/${workflowId}/webhook` };
}
