/** The program of a stamping thread: caches compiled templates and works on its tasks one after the other. */
import { setPriority } from 'node:os';
import { runThreadProgram } from '../infra/thread-pool/thread-program.ts';
import { serializeError } from '../sandbox/serialize-error.ts';
import { compileTemplate } from '../stamping/compile.ts';
import { parseMappings } from '../stamping/mappings.ts';
import { createRowNamer } from '../stamping/naming-pattern.ts';
import type { CompiledTemplate } from '../stamping/types.ts';
import { createZipBase, extendZipBase, type ZipBase } from '../stamping/zip-entry.ts';
import { checkBatch, fillDocument, type OpenJob, stampBatch } from './stamp-batch.ts';
import type {
  CompileInput,
  CompileResult,
  StampingNotice,
  StampingTask,
  TaskResults,
} from './stamping-tasks.ts';

interface CachedTemplate {
  compiled: CompiledTemplate;
  columns: readonly string[];
  /** Created by the first job. */
  zipBase: ZipBase | null;
}

// Linux gives each thread its own priority. When processor time is short, requests take precedence over bulk jobs.
if (process.platform === 'linux') setPriority(5);

const templates = new Map<string, CachedTemplate>();
const jobs = new Map<number, OpenJob>();

runThreadProgram<StampingTask, StampingNotice>({
  perform,
  onNotice: (notice) => {
    if ('close' in notice) jobs.delete(notice.close);
    else templates.delete(notice.evict);
  },
  serializeError,
  transferOf: (result) => transferOf(result as TaskResults[keyof TaskResults]),
});

async function perform(task: StampingTask): Promise<TaskResults[keyof TaskResults]> {
  switch (task.action) {
    case 'compile':
      return compile(task.template, task.input);
    case 'fill':
      return fillDocument(templateOf(task.template).compiled, task.values);
    case 'read':
      return { fields: templateOf(task.template).compiled.read(task.values) };
    case 'open':
      return open(task);
    case 'check':
      return checkBatch(jobOf(task.job), task.batch, task.limits);
    case 'stamp':
      return stampBatch(jobOf(task.job), task.batch);
  }
}

async function compile(key: string, input: CompileInput): Promise<CompileResult> {
  const { json, columns, flatten, furtherFonts = [] } = input;
  // A copy: shared memory must not reach code that stores or changes it.
  const pdf = new Uint8Array(input.pdf);
  const mappings = json === null ? null : parseMappings(json);
  const compiled = await compileTemplate(pdf, mappings, { columns, flatten, furtherFonts });
  templates.set(key, { compiled, columns, zipBase: null });
  const { usage, targetCount, idleMappings } = compiled;
  const hasMappings = mappings !== null && Object.keys(mappings.FieldMappings).length > 0;
  return { usage, targetCount, idleMappings, hasMappings };
}

function open({ template, job, input }: Extract<StampingTask, { action: 'open' }>): ZipBase {
  const cached = templateOf(template);
  cached.zipBase ??= createZipBase(cached.compiled.base);
  const compiled = cached.compiled.withFontsFor(input.characters);
  const base = extendZipBase(cached.zipBase, compiled.base.subarray(cached.compiled.base.length));
  jobs.set(job, {
    compiled,
    base,
    columns: cached.columns,
    usedColumns: new Set(compiled.usage.used),
    namer: createRowNamer(input.namingPattern, cached.columns),
  });
  return base;
}

function templateOf(key: string): CachedTemplate {
  const template = templates.get(key);
  if (template === undefined) throw new Error('The template is not compiled in this thread.');
  return template;
}

function jobOf(id: number): OpenJob {
  const job = jobs.get(id);
  if (job === undefined) throw new Error(`Job ${id} is not open in this thread.`);
  return job;
}

/** Memory that is transferred instead of copied. */
function transferOf(result: TaskResults[keyof TaskResults]): ArrayBuffer[] {
  if ('tails' in result) return [result.tails.buffer as ArrayBuffer];
  if ('bytes' in result) return [result.bytes.buffer as ArrayBuffer];
  return [];
}
