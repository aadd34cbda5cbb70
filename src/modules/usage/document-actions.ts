import type { Sql } from '../../infra/sql.ts';
import { type Actor, limitReached, type UsageService } from './usage.service.ts';

/** The document of a run that is about to be made. `at`: its month pays. */
export interface DocumentClaim extends Actor {
  documentId: string;
  templateId: string;
  runId: string;
  at: Date;
}

export type DocumentActions = ReturnType<typeof createDocumentActions>;

/** Room under a limit for the documents of runs. */
export function createDocumentActions({
  sql,
  usage,
}: {
  sql: Sql;
  usage: Pick<UsageService, 'reserve' | 'release'>;
}) {
  return {
    /**
     * Sets the document's action aside. Where there is no room the run is WAITING from now on, its document in the
     * list of those to be woken, and this throws ACTION_LIMIT_REACHED.
     */
    async reserve({
      documentId,
      templateId,
      runId,
      userId,
      organizationId,
      at,
    }: DocumentClaim): Promise<void> {
      const room = await usage.reserve({ source: documentId, actions: 1, userId, organizationId, at });
      if (room.isGranted) return;
      await sql(WAIT, [runId, documentId, room.subject, templateId]);
      throw limitReached(room, 1);
    },

    /** The document is not made, for a reason of its own. */
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
