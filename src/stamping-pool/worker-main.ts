/** The program of a stamping thread: keeps compiled templates and works on what is asked, one thing at a time. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { serializeError } from '../sandbox/serialize-error.ts';
import { compileTemplate } from '../stamping/compile.ts';
import { parseMappings } from '../stamping/mappings.ts';
import { createZipBase, extendZipBase, type ZipBase } from '../stamping/zip-entry.ts';
import type { WorkerJob, WorkerTemplate } from './stamp-batch.ts';
import { checkBatch, fillDocument, stampBatch } from './stamp-batch.ts';
import type {
  CompileInput,
  CompileResult,
  TaskResults,
  WorkerRequest,
  WorkerResponse,
  WorkerTask,
} from './worker-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This program runs in a worker thread.');

// Linux gives each thread a priority of its own: where cores are short, requests go before bulk work.
if (process.platform === 'linux') setPriority(5);

const templates = new Map<string, WorkerTemplate>();
const jobs = new Map<number, WorkerJob>();
let last: Promise<void> = Promise.resolve();

port.on('message', (request: WorkerRequest) => {
  // Compiling waits inside; what needs the compiled template must not overtake it.
  last = last.then(() => handle(request));
});

async function handle(request: WorkerRequest): Promise<void> {
  if ('close' in request) {
    jobs.delete(request.close);
    return;
  }
  if ('forget' in request) {
    templates.delete(request.forget);
    return;
  }
  const { id, task } = request;
  try {
    const result = await perform(task);
    const response: WorkerResponse = { id, result };
    port?.postMessage(response, transferOf(result));
  } catch (error) {
    const response: WorkerResponse = { id, error: serializeError(error) };
    port?.postMessage(response);
  }
}

async function perform(task: WorkerTask): Promise<TaskResults[keyof TaskResults]> {
  switch (task.action) {
    case 'compile':
      return compile(task.template, task.spec);
    case 'fill':
      return fillDocument(templateOf(task.template).compiled, task.values);
    case 'read':
      return { fields: templateOf(task.template).compiled.read(task.values) };
    case 'open':
      return open(task);
    case 'check':
      return checkBatch(jobOf(task.job), task.payload, task.kept);
    case 'stamp':
      return stampBatch(jobOf(task.job), task.payload);
  }
}

async function compile(key: string, spec: CompileInput): Promise<CompileResult> {
  const { json, columns, flatten, furtherFonts = [] } = spec;
  // Its own copy: the shared memory may not reach code that keeps or changes it.
  const pdf = new Uint8Array(spec.pdf);
  const mappings = json === null ? null : parseMappings(json);
  const compiled = await compileTemplate(pdf, mappings, { columns, flatten, furtherFonts });
  templates.set(key, { compiled, columns, zipBase: null });
  const hasMappings = mappings !== null && Object.keys(mappings.FieldMappings).length > 0;
  const { usage, targetCount, idleMappings } = compiled;
  return { usage, targetCount, idleMappings, hasMappings };
}

function open({ template, job, characters }: Extract<WorkerTask, { action: 'open' }>): ZipBase {
  const known = templateOf(template);
  known.zipBase ??= createZipBase(known.compiled.base);
  const compiled = known.compiled.withFontsFor(characters);
  const base = extendZipBase(known.zipBase, compiled.base.subarray(known.compiled.base.length));
  jobs.set(job, { compiled, base, columns: known.columns, usedColumns: new Set(compiled.usage.used) });
  return base;
}

function templateOf(key: string): WorkerTemplate {
  const template = templates.get(key);
  if (template === undefined) throw new Error('The template is not compiled in this thread.');
  return template;
}

function jobOf(id: number): WorkerJob {
  const job = jobs.get(id);
  if (job === undefined) throw new Error(`Job ${id} is not open in this thread.`);
  return job;
}

/** What is handed over without a copy. */
function transferOf(result: TaskResults[keyof TaskResults]): ArrayBuffer[] {
  if ('tails' in result) return [result.tails.buffer as ArrayBuffer];
  if ('bytes' in result) return [result.bytes.buffer as ArrayBuffer];
  return [];
}
