import { createPatternMatcher } from '../../../activities/pattern-matcher.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../../workflows/graph/json-text.ts';
import { createReader } from '../../../workflows/graph/reader.ts';
import { type NodeType, nodes, type PureNodeType, runPureNode } from '../../../workflows/nodes/index.ts';
import { findDataFaults } from '../../../workflows/validation/data-faults.ts';

/** The output of a pure node for an event. */
export function outputOf(type: PureNodeType, data: JsonObject, event: string): JsonValue {
  const value = parseJson(event);
  const scope = { event: value, trigger: value, nodes: {} };
  return runPureNode(type, data, createReader(scope, { matches: createPatternMatcher() }));
}

/** The members of an output that the interpreter needs. */
export function controlOf(type: PureNodeType, data: JsonObject, event: string): string | number | undefined {
  return nodes[type].control?.(outputOf(type, data, event));
}

/** Faults of a node's data as `member: message`. */
export function faultsOf(type: NodeType, data: JsonObject): string[] {
  return findDataFaults(nodes[type], data).map(({ member, message }) => `${member}: ${message}`);
}
