import { LRUCache } from 'lru-cache';
import type { Sql } from '../../infra/sql.ts';

/** A node of a run, by public run id. */
export interface NodeKey {
  runId: string;
  nodeId: string;
  /** The index of the item of a loop, -1 outside loops. */
  itemIndex: number;
  type: string;
  position: number;
}

interface OutputsOf {
  runId: string;
  nodeIds: readonly string[];
  itemIndex: number;
}

/** Stores data of runs that are too long to travel through Temporal. All texts are JSON. */
export interface RunDataStore {
  /** The received payload. Throws when the event is gone. */
  getPayload(eventId: string): Promise<string>;
  /** The pinned graph. Throws when the run is gone. */
  getGraph(runId: string): Promise<string>;
  /** Outputs of the named nodes for one item of a loop (-1: outside loops), by node id. */
  getOutputs(wanted: OutputsOf): Promise<Map<string, string>>;
  /** Saves the input and output of a node; a failed node has no output. A second call replaces the first. */
  save(node: NodeKey, texts: { input: string | null; output: string | null }): Promise<void>;
}

/** Characters of the payloads that are cached, for the many nodes of a loop. A received payload never changes. */
const CACHED_PAYLOADS = 4 * 1024 * 1024;

export function createRunDataStore(sql: Sql): RunDataStore {
  const payloads = new LRUCache<string, string>({
    maxSize: CACHED_PAYLOADS,
    sizeCalculation: (text) => text.length,
  });
  const getPayload = async (eventId: string): Promise<string> => {
    const known = payloads.get(eventId);
    if (known !== undefined) return known;
    const [row] = await sql<{ payload: string }>(GET_PAYLOAD, [eventId]);
    if (row === undefined) throw new Error(`There is no event ${eventId}.`);
    payloads.set(eventId, row.payload);
    return row.payload;
  };
  return {
    getPayload,
    async getGraph(runId) {
      const [row] = await sql<{ stepsJson: string }>(GET_GRAPH, [runId]);
      if (row === undefined) throw new Error(`There is no run ${runId}.`);
      return row.stepsJson;
    },
    async getOutputs({ runId, nodeIds, itemIndex }) {
      const rows = await sql<{ nodeId: string; output: string }>(GET_OUTPUTS, [runId, nodeIds, itemIndex]);
      return new Map(rows.map(({ nodeId, output }) => [nodeId, output]));
    },
    async save({ runId, nodeId, itemIndex, type, position }, { input, output }) {
      await sql(SAVE, [runId, nodeId, type, position, input, output, itemIndex]);
    },
  };
}

const GET_PAYLOAD = {
  name: 'run_payload',
  text: 'select payload from webhook_event where public_id = $1',
};

const GET_GRAPH = {
  name: 'run_graph',
  text: `
    select g.steps_json as "stepsJson" from run r join graph_version g on g.id = r.graph_version_id
    where r.public_id = $1`,
};

const GET_OUTPUTS = {
  name: 'run_outputs',
  text: `
    select n.node_id as "nodeId", n.output
    from run_node n join run r on r.id = n.run_id
    where r.public_id = $1 and n.node_id = any($2::text[]) and n.item_index = $3::int
      and n.output is not null`,
};

const SAVE = {
  name: 'run_node_save',
  text: `
    insert into run_node (run_id, node_id, type, position, status, input, output, item_index)
    select id, $2, $3, $4::int, 'RUNNING', $5, $6, $7::int from run where public_id = $1
    on conflict (run_id, node_id, item_index) do update set input = excluded.input, output = excluded.output`,
};
