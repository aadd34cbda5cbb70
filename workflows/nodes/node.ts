import type { JsonObject, JsonValue } from '../graph/json-text.ts';
import type { Reader } from '../graph/reader.ts';
import type { Read } from '../graph/reads.ts';
import type { DataFault, DataMember, NodeContext } from '../graph/types.ts';
import type { DataType } from '../graph/typing/data-type.ts';
import type { TypeReader } from '../graph/typing/type-reader.ts';

/** Everything the program knows about a node type; the registry in index.ts has one for each. */
export interface Node {
  /** One line for people. */
  label: string;
  members: Record<string, DataMember>;
  /** Checks beyond `members`, run only when those pass. */
  findFaults?(data: JsonObject, context: NodeContext | undefined): DataFault[];
  /** Every path the node looks up; validation checks them all in one function. */
  reads?(data: JsonObject): Read[];
  /** Values of `sourceHandle` on the edges that leave the node; without it every edge is taken. */
  branches?(data: JsonObject): string[];
  /** The type of the output, from the types of what the node reads; without it nothing is known. */
  outputType?(data: JsonObject, types: TypeReader): DataType;
  /** Whether the output overlays `event` for the nodes below. */
  feedsEvent: boolean;
  /**
   * Whether the node may run within the activity `runInline`, because it takes a moment. A number: only outside loops,
   * and only in graphs with at most so many nodes of the type.
   */
  inline: boolean | number;
  /** Whether the run waits for the moment in `control` before the node is completed. */
  waits?: true;
  /**
   * The work of a pure node: its output, made of what `reader` finds. Types without it, except the trigger, have
   * an executor in `activities/executors.ts`. Throws NodeError and BudgetExceeded.
   */
  run?(data: JsonObject, reader: Reader): JsonValue;
  /** The pure part of a node with an executor: everything that the executor needs of the node's data. Throws NodeError. */
  prepare?(data: JsonObject, reader: Reader): JsonValue;
  /** The part of the output that the interpreter needs: the branch taken, the moment to wait for, the number of items. */
  control?(output: JsonValue): string | number;
}
