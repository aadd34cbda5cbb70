import type { Sql } from '../../infra/sql.ts';
import { type Actor, limitReached, type UsageService } from './usage.service.ts';

/** A document of a run that is about to be made. Its action counts in the month of `at`. */
interface DocumentClaim extends Actor {
  documentId: string;
  templateId: string;
  runId: string;
  at: Date;
}

export type DocumentActions = ReturnType<typeof createDocumentActions>;

/** Quota for the documents of runs. */
export function createDocumentActions({
  sql,
  usage,
}: {
  sql: Sql;
  usage: Pick<UsageService, 'reserve' | 'release'>;
}) {
  return {
    /**
     * Reserves the document's action. If the quota is exhausted, the run becomes WAITING until the quota notifier signals
     * it, and this throws ACTION_LIMIT_REACHED.
     */
    async reserve({
      documentId,
      templateId,
      runId,
      userId,
      organizationId,
      at,
    }: DocumentClaim): Promise<void> {
      const quota = await usage.reserve({ source: documentId, actions: 1, userId, organizationId, at });
      if (quota.isGranted) return;
      await sql(WAIT, [runId, documentId, quota.subject, templateId]);
      throw limitReached(quota, 1);
    },

    /** Releases the action of a document that was not made. */
    release: (documentId: string) => usage.release(documentId),
  };
}

const WAIT = {
  name: 'limit_wait_add',
  text: `
    with waiting as (
      update run set status = 'WAITING' where public_id = $1 and ended_at is null returning id
    )
    insert into limit_wait (source, subject, template_public_id, run_id)
    select $2, $3, $4, id from waiting
    on conflict (source) do update set subject = excluded.subject, woken_at = null`,
};
