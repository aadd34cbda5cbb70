/**
 * The program of a sandbox process: answers one job at a time over the channel to its parent, and never outlives
 * it. Everything it does may be ended by SIGKILL at any moment.
 */
import { Worker } from 'node:worker_threads';
import { jobHandlers } from './jobs/index.ts';
import type { ChildMessage, JobRequest } from './messages.ts';
import { toWire } from './wire-error.ts';

// A loop that never yields would not see the channel close; a thread of its own does.
const watch = new Worker(new URL('./orphan-watch.ts', import.meta.url), {
  workerData: { parent: process.ppid },
});
watch.unref();

// The terminal sends these to the whole group; the parent decides when its children end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// Not exit(): that waits for a thread that may hang in the file system.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (request: JobRequest) => {
  void answer(request);
});

send({ ready: true });

function send(message: ChildMessage): void {
  process.send?.(message);
}

async function answer({ id, name, input }: JobRequest): Promise<void> {
  let response: ChildMessage;
  try {
    // The names and inputs come from the pool, which is typed; the channel is not.
    const handler = jobHandlers[name] as (input: unknown, tell: (news: unknown) => void) => Promise<unknown>;
    response = { id, output: await handler(input, (progress) => send({ id, progress })) };
  } catch (error) {
    response = { id, error: toWire(error) };
  }
  send(response);
}
