import type { Sql } from '../../infra/sql.ts';

/** A node of a run, by public run id. */
export interface NodeKey {
  runId: string;
  nodeId: string;
  type: string;
  position: number;
}

/** Texts of a run that are too long to travel through the engine. All are JSON text. */
export interface RunTexts {
  /** The received payload. Throws when the event is gone. */
  getPayload(eventId: string): Promise<string>;
  /** Outputs of the named nodes, by node id. */
  getOutputs(runId: string, nodeIds: readonly string[]): Promise<Map<string, string>>;
  /** Keeps what a node read and gave (a failed one gave nothing); keeping it again replaces it. */
  keep(node: NodeKey, texts: { input: string | null; output: string | null }): Promise<void>;
}

export function createRunTexts(sql: Sql): RunTexts {
  return {
    async getPayload(eventId) {
      const [row] = await sql<{ payload: string }>(GET_PAYLOAD, [eventId]);
      if (row === undefined) throw new Error(`There is no event ${eventId}.`);
      return row.payload;
    },
    async getOutputs(runId, nodeIds) {
      const rows = await sql<{ nodeId: string; output: string }>(GET_OUTPUTS, [runId, nodeIds]);
      return new Map(rows.map(({ nodeId, output }) => [nodeId, output]));
    },
    async keep({ runId, nodeId, type, position }, { input, output }) {
      await sql(KEEP, [runId, nodeId, type, position, input, output]);
    },
  };
}

const GET_PAYLOAD = {
  name: 'run_payload',
  text: 'select payload from webhook_event where public_id = $1',
};

const GET_OUTPUTS = {
  name: 'run_outputs',
  text: `
    select n.node_id as "nodeId", n.output
    from run_node n join run r on r.id = n.run_id
    where r.public_id = $1 and n.node_id = any($2::text[]) and n.output is not null`,
};

const KEEP = {
  name: 'run_node_keep',
  text: `
    insert into run_node (run_id, node_id, type, position, status, input, output)
    select id, $2, $3, $4::int, 'RUNNING', $5, $6 from run where public_id = $1
    on conflict (run_id, node_id) do update set input = excluded.input, output = excluded.output`,
};
