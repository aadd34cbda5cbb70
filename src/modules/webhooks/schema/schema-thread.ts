import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { type CompiledSchema, checkPayload, compileSchema } from './compile-schema.ts';

/** A question to the thread: a schema, and the payload to check against it unless only the schema is in doubt. */
export interface SchemaQuestion {
  /** Names the schema's text for good, such as a graph version's id. */
  key: string;
  schema: string;
  payload?: string;
}

/** Compiled schemas of graph versions in use; compiling again costs milliseconds. */
const compiled = new LRUCache<string, CompiledSchema>({ max: 200 });

parentPort?.on('message', ({ key, schema, payload }: SchemaQuestion) => {
  const known = compiled.get(key) ?? compileSchema(schema);
  compiled.set(key, known);
  parentPort?.postMessage(checkPayload(known, payload === undefined ? undefined : JSON.parse(payload)));
});

parentPort?.postMessage('ready');
