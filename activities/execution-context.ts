import type { NodeInput } from '../workflows/contracts/node.ts';
import type { JsonObject } from '../workflows/graph/json-text.ts';

/** The input of an executor. */
export interface ExecutionContext {
  node: NodeInput;
  /** The output of the node's pure part. Throws when that is not an object. */
  prepared<Prepared = JsonObject>(): Prepared;
  /** The part of that output that the interpreter needs, see Node.control. */
  control: string | number | null;
}

/**
 * Does the work of a node that is more than a pure function. Returns the output of the node; null: that of its pure
 * part. Throws NodeError or DomainError.
 */
export type Executor = (context: ExecutionContext) => Promise<JsonObject | null>;
