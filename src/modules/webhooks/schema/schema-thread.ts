import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { type CompiledSchema, checkPayload, compileSchema } from './compile-schema.ts';

/** A question to the thread: a schema, and the text to check against it unless only the schema is in doubt. */
export interface ThreadQuestion {
  /** Names the schema's text for good, such as a graph version's id. */
  key: string;
  schema: string;
  text?: string;
}

/** Compiled schemas of graph versions in use; compiling again costs milliseconds. */
const compiled = new LRUCache<string, CompiledSchema>({ max: 200 });

parentPort?.on('message', ({ key, schema, text }: ThreadQuestion) => {
  const known = compiled.get(key) ?? compileSchema(schema);
  compiled.set(key, known);
  parentPort?.postMessage(checkPayload(known, text === undefined ? undefined : JSON.parse(text)));
});

parentPort?.postMessage('ready');
