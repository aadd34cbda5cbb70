import type { NodeState } from '../../../workflows/contracts.ts';
import { isJsonObject, type JsonValue, parseJson } from '../../../workflows/graph/json-text.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import type { RunNode } from './run-node.entity.ts';
import type { RunNodeItem } from './runs.schemas.ts';

/** Everything known of a run's nodes: its graph, what is stored, and while it runs what the engine says. */
export interface RunNodeSources {
  stepsJson: string;
  stored: readonly RunNode[];
  /** Null when the run has ended or the engine cannot be asked. */
  live: readonly NodeState[] | null;
}

/**
 * The nodes of a run one by one. The engine's word counts while there is one; texts too long to travel lie in the
 * stored rows. Nodes of the graph that nobody has heard of yet are PENDING.
 */
export function describeNodes({ stepsJson, stored, live }: RunNodeSources): RunNodeItem[] {
  const rows = new Map(stored.map((row) => [row.nodeId, row]));
  const known = live?.map((state) => fromState(state, rows.get(state.id))) ?? stored.map(fromRow);
  const heardOf = new Set(known.map(({ id }) => id));
  return [...known, ...nodesOf(stepsJson).filter(({ id }) => !heardOf.has(id))];
}

function fromRow(row: RunNode): RunNodeItem {
  const { nodeId: id, type, status, attempts, error = null, startedAt, endedAt } = row;
  return {
    ...{ id, type, status, attempts, error },
    ...{ input: toJson(row.input), output: toJson(row.output) },
    ...{ startedAt: toTimestamp(startedAt), endedAt: toTimestamp(endedAt) },
  };
}

function fromState(state: NodeState, row: RunNode | undefined): RunNodeItem {
  const { id, type, status, attempts, error } = state;
  return {
    ...{ id, type, status, attempts, error },
    ...{ input: toJson(state.input ?? row?.input), output: toJson(state.output ?? row?.output) },
    ...{ startedAt: toTimestamp(state.startedAt), endedAt: toTimestamp(state.endedAt) },
  };
}

function nodesOf(stepsJson: string): RunNodeItem[] {
  const graph = parseJson(stepsJson);
  const nodes = isJsonObject(graph) && Array.isArray(graph.nodes) ? graph.nodes : [];
  const pending = { status: 'PENDING', attempts: 0, error: null, startedAt: null, endedAt: null } as const;
  return nodes.flatMap((node) =>
    isJsonObject(node) && typeof node.id === 'string' && typeof node.type === 'string'
      ? [{ id: node.id, type: node.type, input: null, output: null, ...pending }]
      : [],
  );
}

/** The value of a stored JSON text; numbers keep the digits that were sent. */
function toJson(text: string | null | undefined): JsonValue {
  return text === null || text === undefined ? null : parseJson(text);
}

function toTimestamp(time: Date | number | null | undefined): string | null {
  return time === null || time === undefined ? null : formatTimestamp(new Date(time));
}
