/**
 * The program of a sandbox process. It runs one job at a time, which it receives from its parent over the IPC channel,
 * and ends with its parent. SIGKILL may end it at any moment.
 */
import { Worker } from 'node:worker_threads';
import { flushCompileCache } from '../infra/compile-cache.ts';
import { jobHandlers } from './jobs/index.ts';
import type { ChildMessage, JobRequest } from './messages.ts';
import { serializeError } from './serialize-error.ts';

// A job in an endless loop blocks the 'disconnect' event, so a thread watches the parent.
const watchdog = new Worker(new URL('./parent-watchdog.ts', import.meta.url), {
  workerData: { parent: process.ppid },
  env: {},
});
watchdog.unref();

// A terminal sends these signals to the whole process group. The parent decides when its children end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// exit() would wait for threads that are blocked in the file system.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (request: JobRequest) => {
  void runJob(request);
});

send({ ready: true });
flushCompileCache();

function send(message: ChildMessage): void {
  process.send?.(message);
}

async function runJob({ id, name, input }: JobRequest): Promise<void> {
  let response: ChildMessage;
  try {
    // The pool checks the types of names and inputs; they are lost on the channel.
    const handler = jobHandlers[name] as (
      input: unknown,
      report: (progress: unknown) => void,
    ) => Promise<unknown>;
    response = { id, output: await handler(input, (progress) => send({ id, progress })) };
  } catch (error) {
    response = { id, error: serializeError(error) };
  }
  send(response);
}
