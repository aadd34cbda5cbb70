import type { NodeInput } from '../workflows/contracts/node.ts';
import type { JsonObject, JsonValue } from '../workflows/graph/json-text.ts';
import type { Reader } from '../workflows/graph/reader.ts';

/** The input of an executor. */
export interface ExecutionContext {
  node: NodeInput;
  data: JsonObject;
  /** Looks up paths in what the node can read. */
  reader: Reader;
  /** The input that is recorded, also when the node fails. Default: the paths that were read, and their values. */
  input: () => JsonValue;
}

/** Does the work of a node; returns its output. Throws NodeError or DomainError. */
export type Executor = (context: ExecutionContext) => Promise<JsonValue>;
