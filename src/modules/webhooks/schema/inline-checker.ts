import { LRUCache } from 'lru-cache';
import { type CompiledSchema, checkPayload, compileSchema, type SchemaOutcome } from './compile-schema.ts';
import { isPlainSchema } from './plain-schema.ts';
import { parseSchema } from './schema-limits.ts';
import type { SchemaQuestion } from './schema-question.ts';

/** Small enough that even the worst plain schema and payload hold up the event loop for milliseconds only. */
const MAX_SCHEMA_BYTES = 4096;
const MAX_PAYLOAD_CHARACTERS = 4096;

/**
 * Answers the everyday question, a small payload against a small and plain schema, without the detour over a
 * thread. Null for every other question.
 */
export function createInlineChecker(): (question: SchemaQuestion) => SchemaOutcome | null {
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
