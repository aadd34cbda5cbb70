import { linearPatterns as patterns } from '../../../src/infra/linear-pattern.ts';
import { createBudget } from '../../../workflows/graph/budget.ts';
import { scopeOf } from '../../../workflows/graph/event-context.ts';
import type { JsonObject, JsonValue } from '../../../workflows/graph/json-text.ts';
import { limits } from '../../../workflows/graph/limits.ts';
import { createReader, type Reader, type ReaderOptions } from '../../../workflows/graph/reader.ts';
import { resolvePath } from '../../../workflows/graph/resolve-path.ts';

/** A budget of one node. */
export const nodeBudget = () => createBudget(limits.nodeSteps);

/** A reader of these values. */
export function readerOf(values: JsonObject, options: Partial<ReaderOptions> = {}): Reader {
  return createReader(scopeOf(values), { budget: nodeBudget(), patterns, ...options });
}

/** The value at a path in these values. */
export function valueAt(values: JsonObject, path: string): JsonValue | undefined {
  return resolvePath(scopeOf(values), path, nodeBudget());
}
