import type { ItemCounts, NodeState } from '../../../workflows/contracts/node.ts';
import { isJsonObject, type JsonValue, parseJson } from '../../../workflows/graph/json-text.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import type { RunNode } from './run-node.entity.ts';
import type { RunNodeItem } from './runs.schemas.ts';

/** A stored row; of the texts named in `shortened`, only the beginning. */
export type StoredNode = Pick<
  RunNode,
  'nodeId' | 'type' | 'status' | 'attempts' | 'input' | 'output' | 'error' | 'startedAt' | 'endedAt' | 'items'
> & { shortened?: ('input' | 'output')[] };

/** The sources for a run's nodes: its graph, the stored rows, and while it runs its state in Temporal. */
interface RunNodeSources {
  stepsJson: string;
  stored: readonly StoredNode[];
  /** Null if the run has ended, or Temporal does not respond. */
  live: readonly NodeState[] | null;
  /** Rows of items that failed, by index; not all of a long loop. */
  failedItems?: readonly RunNode[];
}

/**
 * The nodes of a run. While it runs, its state in Temporal is current; texts that are too long for Temporal are in the
 * stored rows. Nodes of the graph without a state are PENDING.
 */
export function describeNodes({ stepsJson, stored, live, failedItems = [] }: RunNodeSources): RunNodeItem[] {
  const rows = new Map(stored.map((row) => [row.nodeId, row]));
  const known = live?.map((state) => fromState(state, rows.get(state.id))) ?? stored.map(fromRow);
  const knownIds = new Set(known.map(({ id }) => id));
  const failures = Map.groupBy(failedItems, ({ nodeId }) => nodeId);
  return [...known, ...nodesOf(stepsJson).filter(({ id }) => !knownIds.has(id))].map((node) =>
    node.items === null
      ? node
      : { ...node, items: { ...node.items, failures: toFailures(failures.get(node.id)) } },
  );
}

function fromRow(row: StoredNode): RunNodeItem {
  const { nodeId: id, type, status, attempts, error = null, startedAt, endedAt } = row;
  return {
    id,
    type,
    status,
    attempts,
    error,
    ...textsOf(row, row),
    startedAt: toTimestamp(startedAt),
    endedAt: toTimestamp(endedAt),
    items: row.items == null ? null : { ...(JSON.parse(row.items) as ItemCounts), failures: [] },
  };
}

function toFailures(rows: readonly RunNode[] = []) {
  return rows.map(({ itemIndex: index, attempts, error = null }) => ({ index, attempts, error }));
}

function fromState(state: NodeState, row: StoredNode | undefined): RunNodeItem {
  const { id, type, status, attempts, error } = state;
  return {
    id,
    type,
    status,
    attempts,
    error,
    ...textsOf(state, row),
    startedAt: toTimestamp(state.startedAt),
    endedAt: toTimestamp(state.endedAt),
    items: state.items === undefined ? null : { ...state.items, failures: [] },
  };
}

function nodesOf(stepsJson: string): RunNodeItem[] {
  const graph = parseJson(stepsJson);
  const nodes = isJsonObject(graph) && Array.isArray(graph.nodes) ? graph.nodes : [];
  const pending = { status: 'PENDING', attempts: 0, error: null, startedAt: null, endedAt: null } as const;
  return nodes.flatMap((node) =>
    isJsonObject(node) && typeof node.id === 'string' && typeof node.type === 'string'
      ? [{ id: node.id, type: node.type, input: null, output: null, shortened: [], items: null, ...pending }]
      : [],
  );
}

/** Input and output of a node: from its state, else from its row. */
function textsOf(
  given: { input?: string | null | undefined; output?: string | null | undefined },
  row: StoredNode | undefined,
) {
  const shortened: ('input' | 'output')[] = [];
  const read = (name: 'input' | 'output'): JsonValue => {
    const text = given[name] ?? row?.[name];
    if (text === row?.[name] && row?.shortened?.includes(name) === true) {
      shortened.push(name);
      return text ?? null;
    }
    return toJson(text);
  };
  return { input: read('input'), output: read('output'), shortened };
}

/** The value of a stored JSON text; numbers keep the digits that were sent. */
function toJson(text: string | null | undefined): JsonValue {
  return text === null || text === undefined ? null : parseJson(text);
}

function toTimestamp(time: Date | number | null | undefined): string | null {
  return time === null || time === undefined ? null : formatTimestamp(new Date(time));
}
