import type { JsonObject, JsonValue } from '../graph/json-text.ts';
import type { Reader } from '../graph/reader.ts';
import type { Read } from '../graph/reads.ts';
import type { DataFault, DataMember, GraphContext } from '../graph/types.ts';
import type { DataType } from '../graph/typing/data-type.ts';
import type { TypeReader } from '../graph/typing/type-reader.ts';

/** What a node gives: `input` is what it read, for the record; `output` is what nodes below it can refer to. */
export interface NodeResult {
  input: JsonValue;
  output: JsonValue;
}

/** Everything the program knows of a node type; the registry in index.ts holds one for each. */
export interface Node {
  /** One line for people. */
  label: string;
  members: Record<string, DataMember>;
  /** Checks beyond `members`, run only when those hold. */
  findFaults?(data: JsonObject, context: GraphContext | undefined): DataFault[];
  /** Every path the node looks up; validation checks them all in one place. */
  reads?(data: JsonObject): Read[];
  /** Values of `sourceHandle` on the edges that leave the node; without it every edge is taken. */
  branches?(data: JsonObject): string[];
  /** The type of the output, from the types of what the node reads; without it nothing is known. */
  outputType?(data: JsonObject, types: TypeReader): DataType;
  /** Whether the output overlays `event` for the nodes below. */
  feedsEvent: boolean;
  /**
   * The work of a pure node: its output, made of what `reader` finds. Nodes without it have a side effect and an
   * activity of their own. Throws NodeError.
   */
  run?(data: JsonObject, reader: Reader): JsonValue;
  /** What the interpreter itself must know of the output of `run`: the branch taken, the moment to wait for. */
  verdict?(output: JsonValue): string | number;
}
