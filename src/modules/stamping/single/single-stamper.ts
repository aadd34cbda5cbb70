import { LRUCache } from 'lru-cache';
import type { CompiledFacts, StampedDocument } from './stamp-messages.ts';
import { createStampWorker } from './stamp-worker.ts';

/** One document to make. */
export interface SingleStamp {
  /** Immutable template version; with columns and flatten it names the compiled template. */
  versionId: number;
  /** Bytes of the stored PDF, for the bound of the cache. */
  fileSize: number;
  json: string | null;
  flatten: boolean;
  columns: readonly string[];
  /** In the order of `columns`. */
  values: readonly string[];
  /** Reads the stored PDF; called only when the template is not compiled yet. */
  loadPdf(): Promise<Uint8Array>;
}

export interface SingleStamper {
  /** Fills one document off the event loop. Throws StampingError when the template cannot be used. */
  stamp(request: SingleStamp): Promise<{ document: StampedDocument; facts: CompiledFacts }>;
  close(): Promise<void>;
}

/** Compiled templates take a few times the size of their file; together they stay within this. */
const CACHE_BYTES = 256 * 1024 * 1024;

/** Documents one at a time, for workflows: a thread keeps compiled templates, each compiled once. */
export function createSingleStamper(options: { timeoutMs?: number } = {}): SingleStamper {
  const worker = createStampWorker({
    timeoutMs: options.timeoutMs ?? 60_000,
    onLost: () => compiled.clear(),
  });
  const compiled = new LRUCache<string, Promise<CompiledFacts>>({
    max: 100,
    maxSize: CACHE_BYTES,
    dispose: (_facts, key) => worker.tell({ kind: 'forget', key }),
  });

  const compile = async (key: string, request: SingleStamp): Promise<CompiledFacts> => {
    const pdf = await request.loadPdf();
    const { json, columns, flatten } = request;
    const reply = await worker.ask({ kind: 'compile', key, request: { pdf, json, columns, flatten } });
    if (reply.kind !== 'compiled') throw new Error(`The stamping thread answered ${reply.kind}.`);
    return reply.facts;
  };

  /** One compilation for all who ask meanwhile; a failed one is forgotten. */
  const compiledOnce = (key: string, request: SingleStamp): Promise<CompiledFacts> => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const facts = compile(key, request);
    const size = Math.min(CACHE_BYTES, request.fileSize * 4 + 1);
    compiled.set(key, facts, { size });
    facts.catch(() => {
      if (compiled.peek(key) === facts) compiled.delete(key);
    });
    return facts;
  };

  return {
    async stamp(request) {
      const key = JSON.stringify([request.versionId, request.flatten, request.columns]);
      const facts = await compiledOnce(key, request);
      const reply = await worker.ask({ kind: 'stamp', key, values: request.values });
      if (reply.kind !== 'stamped') throw new Error(`The stamping thread answered ${reply.kind}.`);
      return { document: reply.document, facts };
    },
    close: () => worker.close(),
  };
}
