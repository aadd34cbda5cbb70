import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { type CompiledSchema, checkPayload, compileSchema } from './compile-schema.ts';

/** A request to the thread: a schema, and the text of a payload; without it only the schema is checked. */
export interface ThreadRequest {
  /** Identifies the text of the schema permanently, such as the id of a graph version. */
  key: string;
  schema: string;
  text?: string;
}

/** Compiling a schema takes milliseconds. */
const compiled = new LRUCache<string, CompiledSchema>({ max: 200 });

parentPort?.on('message', ({ key, schema, text }: ThreadRequest) => {
  const known = compiled.get(key) ?? compileSchema(schema);
  compiled.set(key, known);
  parentPort?.postMessage(checkPayload(known, text === undefined ? undefined : JSON.parse(text)));
});

parentPort?.postMessage('ready');
