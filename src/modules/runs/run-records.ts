import type { Sql } from '../../infra/sql.ts';
import type { RunNode } from './run-node.entity.ts';
import type { StoredNode } from './run-nodes.ts';
import type { RunDocument } from './runs.schemas.ts';

/** Stored parts of one run, by its numeric id. */
export interface RunRecords {
  /** Its nodes in order, without the rows of items. Long texts are shortened, except those of node `whole`. */
  findNodes(run: number, whole?: string): Promise<StoredNode[]>;
  /** The first failures of its loops. */
  findFailedItems(run: number): Promise<RunNode[]>;
  /** Its documents, reused ones included, the oldest first. */
  findDocuments(run: number): Promise<RunDocument[]>;
}

/** Texts longer than this are shortened to their beginning; characters. */
const LONGEST_TEXT = 64 * 1024;
const BEGINNING = 4 * 1024;

export function createRunRecords(sql: Sql): RunRecords {
  return {
    async findNodes(run, whole = '') {
      const rows = await sql<StoredNode & { longInput: boolean; longOutput: boolean }>(FIND_NODES, [
        ...[run, whole, LONGEST_TEXT, BEGINNING],
      ]);
      return rows.map(({ longInput, longOutput, ...row }) => ({
        ...row,
        shortened: [...(longInput ? ['input' as const] : []), ...(longOutput ? ['output' as const] : [])],
      }));
    },
    findFailedItems: (run) => sql(FIND_FAILED_ITEMS, [run]),
    async findDocuments(run) {
      const rows = await sql<Omit<RunDocument, 'warnings'> & { warnings: string | null }>(FIND_DOCUMENTS, [
        run,
      ]);
      return rows.map((row) => ({ ...row, warnings: parseWarnings(row.warnings) }));
    },
  };
}

/** The stored warnings of a document. */
function parseWarnings(text: string | null | undefined): RunDocument['warnings'] {
  return text == null ? [] : JSON.parse(text);
}

const FIND_NODES = {
  name: 'run_nodes',
  text: `
    with node as (
      select *, octet_length(input) > $3::int and node_id <> $2 as long_input,
             octet_length(output) > $3::int and node_id <> $2 as long_output
      from run_node where run_id = $1::bigint and item_index = -1
    )
    select node_id as "nodeId", type, status, attempts, error, started_at as "startedAt", ended_at as "endedAt", items,
           case when long_input then left(input, $4::int) else input end as input,
           case when long_output then left(output, $4::int) else output end as output,
           coalesce(long_input, false) as "longInput", coalesce(long_output, false) as "longOutput"
    from node order by position`,
};

const FIND_FAILED_ITEMS = {
  name: 'run_failed_items',
  text: `
    select node_id as "nodeId", item_index as "itemIndex", attempts, error
    from run_node where run_id = $1::bigint and item_index >= 0 and status = 'FAILED'
    order by item_index, position limit 100`,
};

const FIND_DOCUMENTS = {
  name: 'run_documents',
  text: `
    select d.public_id as "documentId", d.name, d.template_public_id as "templateId", d.node_id as "nodeId",
           r.public_id as "runId", d.warnings
    from (
      select id from document where run_id = $1::bigint
      union
      select document_id from document_reuse where run_id = $1::bigint
    ) mine join document d on d.id = mine.id join run r on r.id = d.run_id
    order by d.id`,
};
