/** The program of a stamping thread: compiles each job's template once and works on its batches, one at a time. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { toWire } from '../../../sandbox/wire-error.ts';
import { compileTemplate } from '../../../stamping/compile.ts';
import { createZipBase } from '../../../stamping/zip-entry.ts';
import type { ThreadJob } from './batch-work.ts';
import { checkBatch, stampBatch } from './batch-work.ts';
import type {
  CheckedBatch,
  OpenedJob,
  StampedBatch,
  StampJobSpec,
  ThreadRequest,
  ThreadResponse,
  ThreadTask,
} from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This program runs in a worker thread.');

// Linux gives each thread a priority of its own: where cores are short, requests go before bulk work.
if (process.platform === 'linux') setPriority(5);

const jobs = new Map<number, ThreadJob>();
let last: Promise<void> = Promise.resolve();

port.on('message', (request: ThreadRequest) => {
  // Compiling waits inside; a batch must not overtake the compilation it needs.
  last = last.then(() => handle(request));
});

async function handle(request: ThreadRequest): Promise<void> {
  if ('close' in request) {
    jobs.delete(request.close);
    return;
  }
  const { id, task } = request;
  try {
    const result = await perform(task);
    const response: ThreadResponse = { id, result };
    port?.postMessage(response, 'tails' in result ? [result.tails.buffer as ArrayBuffer] : []);
  } catch (error) {
    const response: ThreadResponse = { id, error: toWire(error) };
    port?.postMessage(response);
  }
}

async function perform(task: ThreadTask): Promise<OpenedJob | CheckedBatch | StampedBatch> {
  if (task.action === 'open') return open(task.job, task.spec);
  const job = jobs.get(task.job);
  if (job === undefined) throw new Error(`Job ${task.job} is not open in this thread.`);
  return task.action === 'check' ? checkBatch(job, task.payload) : stampBatch(job, task.payload);
}

async function open(id: number, spec: StampJobSpec): Promise<OpenedJob> {
  const { mappings, columns, flatten } = spec;
  const characters = new Set(spec.characters);
  // Its own copy: the shared memory may not reach code that keeps or changes it.
  const pdf = new Uint8Array(spec.pdf);
  const compiled = await compileTemplate(pdf, mappings, { columns, flatten, characters });
  const base = createZipBase(compiled.base);
  jobs.set(id, { compiled, base, columns, usedColumns: new Set(compiled.usage.used) });
  return { usage: compiled.usage, targetCount: compiled.targetCount, base };
}
