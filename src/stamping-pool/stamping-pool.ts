import { LRUCache } from 'lru-cache';
import { createThreadPool, type PoolLoad } from '../infra/thread-pool/thread-pool.ts';
import type { FieldValue } from '../stamping/types.ts';
import { type Caller, openJob, type PooledJob, runTask, type TemplateHandle } from './pooled-job.ts';
import type { CompileInput, CompileResult, OpenInput, StampedDocument } from './stamping-tasks.ts';
import { StampingThread } from './stamping-thread.ts';

/** A stored template version. It never changes. */
export interface TemplateSource {
  versionId: number;
  /** Bytes of the stored PDF; bounds the cache. */
  fileSize: number;
  /** The stored mappings text. */
  json: string | null;
  /** Reads the stored PDF. Called only when the template is not in the cache. */
  loadPdf(): Promise<Uint8Array>;
}

interface UseOptions extends Caller {
  /** Headers of the table, or the template's columns: values come in this order. */
  columns: readonly string[];
  flatten: boolean;
}

/** A compiled template in the pool, for single documents and for bulk jobs. */
export interface PooledTemplate {
  readonly result: CompileResult;
  /** Fills one document. Throws StampingError PDF_TOO_COMPLEX. */
  fill(values: readonly string[]): Promise<StampedDocument>;
  /** The values that this document has in its fields. Throws as `fill`. */
  read(values: readonly string[]): Promise<FieldValue[]>;
  /** Opens a bulk job. Close it afterwards. */
  open(input: OpenInput): Promise<PooledJob>;
}

/** Compiles templates and fills documents on worker threads, which all accounts share. */
export interface StampingPool {
  /** The number of batches that keeps every thread busy. */
  readonly width: number;
  /**
   * Compiles a template, or takes it from the cache. Concurrent calls share one compilation; each further thread
   * compiles the template once more. Throws StampingError, or the error of `loadPdf`; failures are not cached.
   */
  use(source: TemplateSource, options: UseOptions): Promise<PooledTemplate>;
  /** Starts a thread if there is none, for a job whose table is still being read. */
  warmUp(): void;
  load(): PoolLoad;
  close(): Promise<void>;
}

/** All cached templates together; a compiled template takes about four times the size of its file. */
const CACHE_BYTES = 256 * 1024 * 1024;
const CACHE_TEMPLATES = 100;
const PART_MS = 500;

interface CacheEntry {
  input: CompileInput;
  result: CompileResult;
}

interface StampingPoolOptions {
  /** The largest number of worker threads. */
  threads: number;
  /** Milliseconds that one batch, one document or one compilation may take. */
  timeoutMs: number;
  /** Milliseconds after which a batch gives its thread to other accounts, with its current row. Default: half a second. */
  partMs?: number;
  /** Milliseconds without a task after which the threads end. Default: that of the thread pool. */
  idleMs?: number;
  /** Font files for characters that the bundled fonts do not have; none by default. */
  furtherFonts?: readonly string[];
}

export function createStampingPool(options: StampingPoolOptions): StampingPool {
  const { furtherFonts = [], threads, timeoutMs, idleMs, partMs = PART_MS } = options;
  const pool = createThreadPool({
    createThread: () => new StampingThread(timeoutMs),
    threads,
    isPrefetching: true,
    idleMs,
    onIdle: () => cache.clear(),
    // Without a limit: callers are bounded already (jobs and views of an account, activities of a worker).
    busy: () => new Error('The queue of the stamping pool is full.'),
  });
  const evict = (key: string) => {
    for (const thread of pool.threads) thread.evict(key);
  };
  const cache = new LRUCache<string, Promise<CacheEntry>>({
    max: CACHE_TEMPLATES,
    maxSize: CACHE_BYTES,
    dispose: (_, key) => evict(key),
  });
  let lastJob = 0;

  const compile = async (
    key: string,
    { json, loadPdf }: TemplateSource,
    { columns, flatten, owner }: UseOptions,
  ): Promise<CacheEntry> => {
    const input = { pdf: toSharedMemory(await loadPdf()), json, columns, flatten, furtherFonts };
    // Without a signal: other callers may wait for the same compilation.
    const result = await pool.run((thread) => thread.compile(key, input), { owner });
    return { input, result };
  };

  const compileOnce = (key: string, source: TemplateSource, options: UseOptions): Promise<CacheEntry> => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const entry = compile(key, source, options);
    cache.set(key, entry, { size: Math.min(CACHE_BYTES, source.fileSize * 4 + 1) });
    entry.catch(() => {
      if (cache.peek(key) === entry) cache.delete(key);
    });
    return entry;
  };

  return {
    width: pool.width,
    async use(source, options) {
      const key = JSON.stringify([source.versionId, options.flatten, options.columns]);
      const entry = compileOnce(key, source, options);
      const { input, result } = await entry;
      const template: TemplateHandle = {
        key,
        input,
        caller: options,
        // A caller can still use an evicted template, which brings it back into the threads: evict it again.
        release: () => {
          if (cache.peek(key) !== entry) evict(key);
        },
      };
      return {
        result,
        fill: (values) => runTask<'fill'>(pool, template, { action: 'fill', template: key, values }),
        read: async (values) => {
          const { fields } = await runTask<'read'>(pool, template, { action: 'read', template: key, values });
          return fields;
        },
        open: (input) => openJob(pool, template, { id: ++lastJob, input, milliseconds: partMs }),
      };
    },
    warmUp: () => pool.warmUp(),
    load: () => pool.load(),
    close: () => pool.close(),
  };
}

/** All threads read the same memory; none gets a copy in its message. */
function toSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}
