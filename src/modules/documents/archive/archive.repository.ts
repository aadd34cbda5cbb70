import type { Sql } from '../../../infra/sql.ts';

/** One document of an archive. `size` in bytes. */
export interface ArchivedDocument {
  documentId: string;
  name: string;
  storageKey: string;
  size: number;
  sha256: string;
  runId: string;
  eventId: string;
  nodeId: string;
}

/** Documents of a workflow's runs of a time range, the oldest first, each once; at most `limit`. */
export type FindDocuments = (wanted: {
  workflowId: number;
  from: Date | null;
  before: Date | null;
  status: string | null;
  limit: number;
}) => Promise<ArchivedDocument[]>;

export function createFindDocuments(sql: Sql): FindDocuments {
  return ({ workflowId, from, before, status, limit }) =>
    sql(FIND, [workflowId, from, before, status, limit]);
}

/** A document that a retry reuses belongs to both runs; it is listed under the earlier one if both are selected. */
const FIND = {
  name: 'archive_documents',
  text: `
    with chosen as (
      select id, public_id, event_id from run
      where workflow_id = $1::bigint and ($2::timestamptz is null or started_at >= $2)
        and ($3::timestamptz is null or started_at < $3) and ($4::text is null or status = $4)
    ), mine as (
      select d.id as document_id, chosen.id as run_id from chosen join document d on d.run_id = chosen.id
      union all
      select u.document_id, chosen.id from chosen join document_reuse u on u.run_id = chosen.id
    ), once as (
      select document_id, min(run_id) as run_id from mine group by document_id order by document_id limit $5::int
    )
    select d.public_id as "documentId", d.name, d.storage_key as "storageKey", d.size, d.sha256,
           chosen.public_id as "runId", e.public_id as "eventId", d.node_id as "nodeId"
    from once join document d on d.id = once.document_id
    join chosen on chosen.id = once.run_id join webhook_event e on e.id = chosen.event_id
    order by d.id`,
};
