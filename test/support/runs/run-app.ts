import { Runtime } from '@temporalio/worker';
import { keepWorker } from '../../../src/process/temporal-worker.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { type SignedIn, signIn } from '../login.ts';
import { afterFile } from '../runner/after-file.ts';
import { temporalAddress, testTaskQueue } from '../stack/stack.ts';
import { until } from '../until.ts';

/** The whole application with a worker, and a user who owns the workflows. */
export interface RunApp extends TestApp {
  owner: SignedIn;
  get<Body>(path: string): Promise<{ status: number; body: Body }>;
  post<Body>(
    path: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Body }>;
}

export interface ShownRun {
  runId: string;
  eventId: string;
  status: string;
  kind: string;
  sourceRunId: string | null;
  graphVersion: number;
  error: string | null;
  documents: { documentId: string; name: string; nodeId: string; runId: string; warnings: object[] }[];
  nodes: {
    id: string;
    status: string;
    attempts: number;
    input: unknown;
    output: unknown;
    shortened: string[];
  }[];
}

/** Closes after the test file. */
export async function startRunApp(name: string, env: Record<string, string> = {}): Promise<RunApp> {
  const test = await startTestApp({
    name,
    env: { TEMPORAL_ADDRESS: await temporalAddress(), TEMPORAL_TASK_QUEUE: testTaskQueue(name), ...env },
  });
  const worker = keepWorker(test.services);
  await until(() => worker.isPolling());
  test.services.sweeper.start();
  const owner = await signIn(test);
  const call = async (method: 'GET' | 'POST', path: string, payload?: object, headers = {}) => {
    const response = await test.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...owner.headers, ...headers },
      ...(payload !== undefined && { payload }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  return {
    ...test,
    owner,
    get: (path) => call('GET', path),
    post: (path, payload, headers) => call('POST', path, payload, headers),
    close: afterFile(async () => {
      await test.services.closeOutbox();
      await worker.close();
      await test.close();
      await Runtime.instance().shutdown();
    }),
  };
}

/** GET requests of another account. */
export function createGet({ app }: TestApp, { headers }: SignedIn): RunApp['get'] {
  return async (path) => {
    const response = await app.inject({ method: 'GET', url: `/api${path}`, headers });
    return { status: response.statusCode, body: response.json() };
  };
}

/** Sends an event and returns its run's id once the run has ended. */
export async function sendEvent(app: RunApp, workflowId: string, payload: object): Promise<string> {
  const response = await app.app.inject({
    method: 'POST',
    url: `/api/workflows/${workflowId}/webhook`,
    payload,
  });
  if (response.statusCode !== 202) throw new Error(response.body);
  const { body } = await app.get<{ content: { runId: string }[] }>(`/workflows/${workflowId}/runs?size=1`);
  return body.content[0]?.runId ?? '';
}

/** Waits for a run's end. */
export async function endedRun(app: RunApp, workflowId: string, runId: string): Promise<ShownRun> {
  let shown: ShownRun | undefined;
  await until(async () => {
    shown = (await app.get<ShownRun>(`/workflows/${workflowId}/runs/${runId}`)).body;
    return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(shown.status);
  });
  if (shown === undefined) throw new Error('no run');
  return shown;
}
