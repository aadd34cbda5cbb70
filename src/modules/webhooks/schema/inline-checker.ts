import { LRUCache } from 'lru-cache';
import {
  type CompiledSchema,
  checkPayload,
  compileSchema,
  type SchemaOutcome,
  type SchemaRequest,
} from './compile-schema.ts';
import { isPlainSchema } from './plain-schema.ts';
import { parseSchema } from './schema-limits.ts';

/** With these limits even the worst plain schema and payload block the event loop for milliseconds only. */
const MAX_SCHEMA_BYTES = 4096;
const MAX_PAYLOAD_CHARACTERS = 4096;

/**
 * Checks a small payload against a small and plain schema, the common case, without a thread. Returns null for all other
 * requests.
 */
export function createInlineChecker(): (request: SchemaRequest) => SchemaOutcome | null {
  const known = new LRUCache<string, { compiled: CompiledSchema | null }>({ max: 500 });

  return ({ key, schema, payload }) => {
    if (payload !== undefined && payload.text.length > MAX_PAYLOAD_CHARACTERS) return null;
    const entry = known.get(key) ?? { compiled: isPlainText(schema) ? compileSchema(schema) : null };
    known.set(key, entry);
    return entry.compiled === null ? null : checkPayload(entry.compiled, payload?.value);
  };
}

function isPlainText(schema: string): boolean {
  if (Buffer.byteLength(schema) > MAX_SCHEMA_BYTES) return false;
  try {
    return isPlainSchema(parseSchema(schema));
  } catch {
    return false;
  }
}
