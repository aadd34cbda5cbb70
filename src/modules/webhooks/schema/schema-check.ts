import { LRUCache } from 'lru-cache';
import { type Budget, textSteps } from '../../../../workflows/graph/budget.ts';
import { type CompiledSchema, checkPayload, compileSchema, type SchemaOutcome } from './compile-schema.ts';
import { isPlainSchema } from './plain-schema.ts';
import { parseSchema } from './schema-limits.ts';

/** A schema, and the text of a payload to check against it; without a payload, only the schema is checked. */
export interface SchemaRequest {
  /** Identifies the text of the schema permanently, such as the id of a graph version. */
  key: string;
  schema: string;
  text?: string;
}

/** `too-slow`: it takes too many steps, too much time or too much memory. */
export type SchemaResult = SchemaOutcome | { kind: 'too-slow' };

/** Checks payloads against users' schemas without blocking the main thread. Throws the BUSY error of an owner's queue. */
export type CheckSchema = (
  request: SchemaRequest,
  options: { owner: string; signal?: AbortSignal },
) => Promise<SchemaResult>;

/** Characters of the schemas whose compiled code is kept; it takes some 30 bytes for each. */
const CACHED_CHARACTERS = 512 * 1024;
/** Steps of compiling a keyword, and of checking it against a value. */
const COMPILE_STEPS = 500;
const CHECK_STEPS = 5;
/** Steps of a schema whose cost is not known before: more than the main thread may spend, less than a job may. */
const UNKNOWN_STEPS = 1_000_000;

interface KnownSchema {
  /** Keywords of a plain schema; null: the cost of a check is not known. */
  keywords: number | null;
  compiled: CompiledSchema | null;
}

/**
 * The synchronous check, with a cache of compiled schemas. It spends the steps before it takes them: of a plain schema
 * keywords times values. Throws BudgetExceeded.
 */
export function createSchemaCheck(): (request: SchemaRequest, budget: Budget) => SchemaOutcome {
  const known = new LRUCache<string, KnownSchema>({ maxSize: CACHED_CHARACTERS });

  return ({ key, schema, text }, budget) => {
    budget.spend(textSteps(text?.length ?? 0));
    const entry = known.get(key) ?? { keywords: countKeywords(schema), compiled: null };
    known.set(key, entry, { size: Math.min(CACHED_CHARACTERS, schema.length + 1) });
    if (entry.keywords === null) budget.spend(UNKNOWN_STEPS);
    const keywords = entry.keywords ?? 0;
    if (entry.compiled === null) budget.spend(keywords * COMPILE_STEPS);
    if (text !== undefined) budget.spend(keywords * countValues(text) * CHECK_STEPS);
    entry.compiled ??= compileSchema(schema);
    return checkPayload(entry.compiled, text === undefined ? undefined : JSON.parse(text));
  };
}

/** An upper bound for the keywords of a plain schema; null for any other text. */
function countKeywords(schema: string): number | null {
  try {
    return isPlainSchema(parseSchema(schema)) ? countValues(schema) : null;
  } catch {
    return null;
  }
}

/** An upper bound for the values in a JSON text: each but the first follows a colon, a comma or a bracket. */
function countValues(text: string): number {
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === ':' || char === ',' || char === '[') values += 1;
  }
  return values;
}
