import { createSingleFlight } from '../../infra/single-flight.ts';
import type { Sql } from '../../infra/sql.ts';
import type { FieldValue } from '../../stamping/types.ts';
import { CHARGE } from '../usage/usage-sql.ts';

/** A pinned template version, still within reach of the account that stamps. */
export interface PinnedTemplate {
  versionId: number;
  version: number;
  fileKey: string;
  fileSize: number;
  json: string | null;
  namingPattern: string | null;
  /** The template's columns as they are kept: comma-separated. */
  columns: string;
  userId: number;
  /** The template's organization, of whose members the account is one. */
  organizationId: number | null;
  /** Whoever pays for its documents has an action limit. */
  isLimited: boolean;
}

/** A filled PDF about to be recorded. Sizes in bytes. */
export interface NewDocument {
  documentId: string;
  runId: string;
  workflowId: string;
  nodeId: string;
  itemIndex: number;
  templateId: string;
  template: PinnedTemplate;
  name: string;
  storageKey: string;
  size: number;
  sha256: string;
  /** JSON text; null when nothing is worth a look. */
  warnings: string | null;
  /** When its making began; this month pays. */
  at: Date;
}

export interface DocumentRepository {
  /** The version if the account may still use its template, else null; a locked account and a GUEST use nothing. */
  findTemplate(wanted: {
    templateId: string;
    versionId: number;
    accountId: string;
  }): Promise<PinnedTemplate | null>;
  /**
   * Records document and action in one transaction, each once, and that nothing waits for it any more. Answers the
   * recorded name, or null when the run is gone, or has its end recorded without this document.
   */
  record(document: NewDocument): Promise<string | null>;
  /** Keeps what a document of a dry run holds, for as long as that lasts. */
  keepFields(document: {
    runId: string;
    nodeId: string;
    itemIndex: number;
    fields: readonly FieldValue[];
  }): Promise<void>;
  /** The document that a retry took over for this node and item, or null. */
  findReused(wanted: {
    runId: string;
    nodeId: string;
    itemIndex: number;
  }): Promise<{ documentId: string; name: string } | null>;
}

export function createDocumentRepository(sql: Sql): DocumentRepository {
  // The runs of a burst ask for the same template.
  const readTemplate = createSingleFlight(async (key: string): Promise<PinnedTemplate | null> => {
    const [row] = await sql<PinnedTemplate>(FIND_TEMPLATE, JSON.parse(key));
    return row ?? null;
  });
  return {
    findTemplate: ({ templateId, versionId, accountId }) =>
      readTemplate(JSON.stringify([templateId, versionId, accountId])),
    async record(document) {
      const { template } = document;
      const [row] = await sql<{ name: string }>(RECORD, [
        document.runId,
        document.documentId,
        template.userId,
        document.nodeId,
        document.itemIndex,
        document.templateId,
        template.version,
        document.name,
        document.storageKey,
        document.size,
        document.sha256,
        template.organizationId,
        document.workflowId,
        document.at,
        document.warnings,
      ]);
      if (row !== undefined) return row.name;
      // What was recorded while the statement waited for the run's row is seen by the next one only.
      const [earlier] = await sql<{ name: string }>(FIND_RECORDED, [document.documentId]);
      return earlier?.name ?? null;
    },
    async keepFields({ runId, nodeId, itemIndex, fields }) {
      await sql(KEEP_FIELDS, [runId, nodeId, itemIndex, JSON.stringify(fields)]);
    },
    async findReused({ runId, nodeId, itemIndex }) {
      const [row] = await sql<{ documentId: string; name: string }>(FIND_REUSED, [runId, nodeId, itemIndex]);
      return row ?? null;
    },
  };
}

const FIND_TEMPLATE = {
  name: 'stamp_template',
  text: `
    select v.id::float8 as "versionId", v.number as version, v.file_key as "fileKey", v.file_size as "fileSize",
           v.json, t.naming_pattern as "namingPattern", t.columns, u.id::float8 as "userId",
           m.organization_id::float8 as "organizationId", p.action_limit is not null as "isLimited"
    from template t
    join template_version v on v.template_public_id = t.public_id and v.id = $2::bigint
    join user_account u on u.public_id = $3 and u.is_enabled and u.application_role <> 'GUEST'
    left join membership m on m.user_id = u.id and m.organization_id = t.organization_id
    left join organization o on o.id = m.organization_id
    left join plan p on p.subject = coalesce(o.public_id, u.public_id)
    where t.public_id = $1 and (t.owner_id = u.id or m.id is not null)`,
};

/**
 * The name answered is the recorded one, also when an earlier attempt recorded it. A step that a cancellation did not
 * reach in time comes before the run's end, which a retry takes its documents over from, or not at all. The run's row
 * is held as for the update that may follow, so that no two items of a loop wait for each other.
 */
const RECORD = {
  name: 'stamp_record',
  text: `
    with target as (
      select id from run where public_id = $1 and ended_at is null for no key update
    ), made as (
      insert into document (public_id, run_id, owner_id, node_id, item_index, template_public_id, template_version,
                            name, storage_key, size, sha256, warnings)
      select $2, id, $3::bigint, $4, $5::int, $6, $7::int, $8, $9, $10::int, $11, $15 from target
      on conflict (run_id, node_id, item_index) do update set name = document.name
      returning name
    ), entry as (
      select $2 as source, $3::bigint as user_id, $12::bigint as organization_id, $6 as template_public_id,
             $13 as workflow_public_id, 1 as actions, $14::timestamptz as at
      from target
    ), ${CHARGE}, waited as (
      delete from limit_wait where source = $2
    ), going_on as (
      update run set status = 'RUNNING' from target
      where run.id = target.id and run.status = 'WAITING'
        and not exists (select from limit_wait w where w.run_id = run.id and w.source <> $2)
    )
    select name from made`,
};

const FIND_RECORDED = {
  name: 'stamp_recorded',
  text: 'select name from document where public_id = $1',
};

const KEEP_FIELDS = {
  name: 'stamp_keep_fields',
  text: `
    insert into dry_run_text (run_id, node_id, item_index, fields)
    select $1::varchar, $2::varchar, $3::int, $4::text
    where exists (select from dry_run_text where run_id = $1::varchar and node_id = '')
    on conflict (run_id, node_id, item_index) do update set fields = excluded.fields`,
};

const FIND_REUSED = {
  name: 'stamp_reused',
  text: `
    select d.public_id as "documentId", d.name
    from run r
    join document_reuse u on u.run_id = r.id
    join document d on d.id = u.document_id
    where r.public_id = $1 and d.node_id = $2 and d.item_index = $3::int`,
};
