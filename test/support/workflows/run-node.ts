import { type JsonObject, type JsonValue, parseJson } from '../../../workflows/graph/json-text.ts';
import type { Reader } from '../../../workflows/graph/reader.ts';
import { type NodeType, nodes, type PureNodeType } from '../../../workflows/nodes/index.ts';
import { findDataFaults } from '../../../workflows/validation/data-faults.ts';
import { readerOf } from './read-values.ts';

/** The output of a pure node for what a reader finds. */
export function runNode(type: PureNodeType, data: JsonObject, reader: Reader): JsonValue {
  const output = nodes[type].run?.(data, reader);
  if (output === undefined) throw new Error(`${type} is not pure.`);
  return output;
}

/** The output of a pure node for an event. */
export function outputOf(type: PureNodeType, data: JsonObject, event: string): JsonValue {
  const value = parseJson(event);
  return runNode(type, data, readerOf({ event: value, trigger: value, nodes: {} }));
}

/** The members of an output that the interpreter needs. */
export function controlOf(type: PureNodeType, data: JsonObject, event: string): string | number | undefined {
  return nodes[type].control?.(outputOf(type, data, event));
}

/** Faults of a node's data as `member: message`. */
export function faultsOf(type: NodeType, data: JsonObject): string[] {
  return findDataFaults(nodes[type], data).map(({ member, message }) => `${member}: ${message}`);
}
