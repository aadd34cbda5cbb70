import { isJsonObject, type JsonValue } from '../graph/json-text.ts';
import { limits } from '../graph/limits.ts';
import { type GraphProblem, type NodeContext, quote } from '../graph/types.ts';
import { isNodeType, nodes, nodeTypes } from '../nodes/index.ts';
import { findDataFaults } from './data-faults.ts';
import type { PlacedEdge, PlacedNode } from './shape.ts';
import { handleOf } from './valid-graph.ts';

/** A node or edge checked by itself. `entry` is null when it has no usable id. */
export interface Checked<Entry> {
  entry: Entry | null;
  problems: GraphProblem[];
}

/** Checks one member of `nodes`: id, known type, data of that type. */
export function checkNode(value: JsonValue, path: string, context?: NodeContext): Checked<PlacedNode> {
  if (!isJsonObject(value)) return invalid(path, 'must be an object with id, type and data.');
  const { id, type, data = {} } = value;
  if (typeof id !== 'string') return invalid(`${path}.id`, 'must be text.');
  const ofId = findIdProblems(id, path);
  const problems: GraphProblem[] = [];
  const report = (member: string, message: string) => {
    problems.push({
      path: `${path}.${member}`,
      node: id,
      edge: null,
      message: `Node ${quote(id)}: ${message}.`,
    });
  };
  if (typeof type !== 'string' || !isNodeType(type)) {
    const given = typeof type === 'string' ? `unknown type ${quote(type)}` : 'has no type';
    report('type', `${given}; use one of ${nodeTypes.join(', ')}`);
    return { entry: { path, id, type: '', data: null }, problems: [...ofId, ...problems] };
  }
  if (!isJsonObject(data)) report('data', 'data must be an object');
  else {
    for (const { member, message } of findDataFaults(nodes[type], data, context)) {
      report(`data.${member.slice(0, 500)}`, `data.${member.slice(0, 200)}: ${message}`);
    }
  }
  const isSound = problems.length === 0 && isJsonObject(data);
  return { entry: { path, id, type, data: isSound ? data : null }, problems: [...ofId, ...problems] };
}

/** Checks one member of `edges`: id, source and target are text. */
export function checkEdge(value: JsonValue, path: string): Checked<PlacedEdge> {
  if (!isJsonObject(value)) return invalid(path, 'must be an object with id, source and target.');
  const { id, source, target } = value;
  if (typeof id !== 'string') return invalid(`${path}.id`, 'must be text.');
  const problems = findIdProblems(id, path);
  if (typeof source === 'string' && typeof target === 'string') {
    return { entry: { path, id, source, target, sourceHandle: handleOf(value) }, problems };
  }
  const member = typeof source === 'string' ? 'target' : 'source';
  const message = `Edge ${quote(id)}: ${member} must be the id of a node.`;
  problems.push({ path: `${path}.${member}`, node: null, edge: id, message });
  return { entry: null, problems };
}

function invalid(path: string, message: string): Checked<never> {
  return { entry: null, problems: [atPath(path, message)] };
}

function atPath(path: string, message: string): GraphProblem {
  return { path, node: null, edge: null, message: `${path} ${message}` };
}

/** The entry is still part of the graph, so that edges to it are not reported too. */
function findIdProblems(id: string, path: string): GraphProblem[] {
  const fault = findIdFault(id);
  return fault === null ? [] : [atPath(`${path}.id`, fault)];
}

/** Why a text cannot be an id, or null. Odd but unique ids are fine. */
function findIdFault(id: string): string | null {
  if (id === '') return 'must not be empty.';
  if (id.length > limits.idLength)
    return `${quote(id)} is longer than ${limits.idLength} characters; shorten it.`;
  if (id.includes('\u0000') || !id.isWellFormed())
    return `${quote(id)} contains a character that cannot be stored; remove it.`;
  return null;
}
