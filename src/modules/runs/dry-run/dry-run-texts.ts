import type { Sql } from '../../../infra/sql.ts';
import type { FieldValue } from '../../../stamping/types.ts';
import type { RunDataStore } from '../run-data-store.ts';

/** One long text of a dry run: of a node, or of the run itself where `nodeId` is empty. */
export interface DryRunRow {
  nodeId: string;
  input: string | null;
  output: string | null;
}

const PREFIX = 'dry_';

/** Field values of one document of a dry run. */
export interface DryDocument {
  nodeId: string;
  /** Which item of a loop, -1 outside loops. */
  itemIndex: number;
  fields: FieldValue[];
}

/** The id of a dry run, made of a run's. It names no row of any table but its own. */
export function dryRunId(runId: string): string {
  return `${PREFIX}${runId.slice(PREFIX.length)}`;
}

/** Adds dry runs to the store of real runs: their texts are in a table of their own. */
export function withDryRuns(store: RunDataStore, sql: Sql): RunDataStore {
  const isDry = (id: string) => id.startsWith(PREFIX);
  const getOwn = async (runId: string) => {
    const [row] = await sql<DryRunRow>(GET_OWN, [runId]);
    if (row?.input == null || row.output == null) throw new Error(`The dry run ${runId} is over.`);
    return { graph: row.input, payload: row.output };
  };
  return {
    getPayload: async (id) => (isDry(id) ? (await getOwn(id)).payload : store.getPayload(id)),
    getGraph: async (id) => (isDry(id) ? (await getOwn(id)).graph : store.getGraph(id)),
    async getOutputs(wanted) {
      if (!isDry(wanted.runId)) return store.getOutputs(wanted);
      const { runId, nodeIds, itemIndex } = wanted;
      const rows = await sql<{ nodeId: string; output: string }>(GET_OUTPUTS, [runId, nodeIds, itemIndex]);
      return new Map(rows.map(({ nodeId, output }) => [nodeId, output]));
    },
    async save(node, { input, output }) {
      if (!isDry(node.runId)) return store.save(node, { input, output });
      await sql(SAVE, [node.runId, node.nodeId, node.itemIndex, input, output]);
    },
  };
}

/** The texts of one dry run, from its beginning to its end. */
export interface DryRunTexts {
  /** Also deletes those whose process died an hour ago. */
  open(runId: string, texts: { graph: string; payload: string }): Promise<void>;
  /** Of its nodes, without those of items. */
  findAll(runId: string): Promise<DryRunRow[]>;
  /** Its documents, by node and item. */
  findDocuments(runId: string): Promise<DryDocument[]>;
  close(runId: string): Promise<void>;
}

export function createDryRunTexts(sql: Sql): DryRunTexts {
  return {
    async open(runId, { graph, payload }) {
      await sql(DELETE_OLD, []);
      await sql(SAVE, [runId, '', -1, graph, payload]);
    },
    findAll: (runId) => sql(FIND_ALL, [runId]),
    async findDocuments(runId) {
      const rows = await sql<Omit<DryDocument, 'fields'> & { fields: string }>(FIND_DOCUMENTS, [runId]);
      return rows.map(({ fields, ...place }) => ({ ...place, fields: JSON.parse(fields) }));
    },
    async close(runId) {
      await sql(CLOSE, [runId]);
    },
  };
}

const GET_OWN = {
  name: 'dry_own',
  text: `select node_id as "nodeId", input, output from dry_run_text where run_id = $1 and node_id = ''`,
};

const GET_OUTPUTS = {
  name: 'dry_outputs',
  text: `
    select node_id as "nodeId", output from dry_run_text
    where run_id = $1 and node_id = any($2::text[]) and item_index = $3::int and output is not null`,
};

/** Only while the dry run lasts: later texts are dropped. */
const SAVE = {
  name: 'dry_save',
  text: `
    insert into dry_run_text (run_id, node_id, item_index, input, output)
    select $1::varchar, $2::varchar, $3::int, $4::text, $5::text
    where $2::varchar = '' or exists (select from dry_run_text where run_id = $1::varchar and node_id = '')
    on conflict (run_id, node_id, item_index) do update set input = excluded.input, output = excluded.output`,
};

const FIND_ALL = {
  name: 'dry_all',
  text: `
    select node_id as "nodeId", input, output from dry_run_text
    where run_id = $1 and node_id <> '' and item_index = -1 and (input is not null or output is not null)`,
};

const FIND_DOCUMENTS = {
  name: 'dry_documents',
  text: `
    select node_id as "nodeId", item_index as "itemIndex", fields from dry_run_text
    where run_id = $1 and fields is not null order by node_id, item_index`,
};

const CLOSE = { name: 'dry_close', text: 'delete from dry_run_text where run_id = $1' };

const DELETE_OLD = {
  name: 'dry_delete_old',
  text: `delete from dry_run_text where created_at < now() - interval '1 hour'`,
};
