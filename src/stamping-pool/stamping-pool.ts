import { LRUCache } from 'lru-cache';
import type { FieldValue } from '../stamping/types.ts';
import { openJob, type PooledJob, runTask, type TemplatePlace } from './pooled-job.ts';
import type { CompileInput, CompileResult, StampedDocument } from './worker-messages.ts';
import { createWorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

/** A template as it is filled: an immutable version, with the columns its values come in. */
export interface TemplateToFill {
  versionId: number;
  /** Bytes of the stored PDF, for the bound of the cache. */
  fileSize: number;
  /** The stored mappings text. */
  json: string | null;
  flatten: boolean;
  columns: readonly string[];
  /** Reads the stored PDF; called only when the template is not compiled yet. */
  loadPdf(): Promise<Uint8Array>;
}

/** A compiled template, for one document or for a job of many. */
export interface PooledTemplate {
  readonly facts: CompileResult;
  /** One document. Throws StampingError PDF_TOO_COMPLEX. */
  fill(values: readonly string[]): Promise<StampedDocument>;
  /** What that document holds in its fields. Throws as `fill`. */
  read(values: readonly string[]): Promise<FieldValue[]>;
  /** A job whose documents share the fonts for these code points. Close it, or the threads keep it. */
  open(characters: readonly number[]): Promise<PooledJob>;
}

/** Where templates are compiled and documents made: threads that bulk jobs, runs and previews share. */
export interface StampingPool {
  /** How many batches keep every thread busy. */
  readonly width: number;
  /**
   * Compiles a template, or finds it compiled: once for all who ask meanwhile, then once more on each other thread
   * that gets work of it. Throws StampingError, or what `loadPdf` throws; a failure is forgotten.
   */
  use(template: TemplateToFill): Promise<PooledTemplate>;
  /** Tasks at this moment. */
  load(): { running: number; waiting: number };
  warmUp(): void;
  close(): Promise<void>;
}

/** Compiled templates take a few times the size of their file; together they stay within this. */
const CACHE_BYTES = 256 * 1024 * 1024;
const CACHE_TEMPLATES = 100;

interface Compiled {
  spec: CompileInput;
  facts: CompileResult;
}

export interface StampingPoolOptions extends WorkerPoolOptions {
  /** Font files for characters that the bundled fonts do not have; none by default. */
  furtherFonts?: readonly string[];
}

export function createStampingPool(options: StampingPoolOptions): StampingPool {
  const { furtherFonts = [] } = options;
  const pool = createWorkerPool(options);
  const forget = (key: string) => {
    for (const thread of pool.threads) thread.forget(key);
  };
  const templates = new LRUCache<string, Promise<Compiled>>({
    max: CACHE_TEMPLATES,
    maxSize: CACHE_BYTES,
    dispose: (_, key) => forget(key),
  });
  let lastJob = 0;

  const compile = async (key: string, template: TemplateToFill): Promise<Compiled> => {
    const { json, columns, flatten } = template;
    const spec = { pdf: shareBytes(await template.loadPdf()), json, columns, flatten, furtherFonts };
    const facts = await pool.run((thread) => {
      thread.templates.add(key);
      return thread.run({ action: 'compile', template: key, spec });
    });
    return { spec, facts };
  };

  const compiledOnce = (key: string, template: TemplateToFill): Promise<Compiled> => {
    const known = templates.get(key);
    if (known !== undefined) return known;
    const compiled = compile(key, template);
    templates.set(key, compiled, { size: Math.min(CACHE_BYTES, template.fileSize * 4 + 1) });
    compiled.catch(() => {
      if (templates.peek(key) === compiled) templates.delete(key);
    });
    return compiled;
  };

  return {
    width: pool.width,
    async use(template) {
      const key = JSON.stringify([template.versionId, template.flatten, template.columns]);
      const compiled = compiledOnce(key, template);
      const { spec, facts } = await compiled;
      const place: TemplatePlace = {
        key,
        spec,
        // Whoever holds on to a template that the cache has dropped must not bring it back for good.
        done: () => {
          if (templates.peek(key) !== compiled) forget(key);
        },
      };
      return {
        facts,
        fill: (values) => runTask<'fill'>(pool, place, { action: 'fill', template: key, values }),
        read: async (values) => {
          const { fields } = await runTask<'read'>(pool, place, {
            action: 'read',
            template: key,
            values,
          });
          return fields;
        },
        open: (characters) => openJob(pool, place, { id: ++lastJob, characters }),
      };
    },
    load: () => pool.load(),
    warmUp: () => pool.warmUp(),
    close: () => pool.close(),
  };
}

/** Every thread reads the same memory instead of getting a copy sent. */
function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}
