import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';

/** Actions to count: one for each stamped PDF. `source` is the document's or stamp job's id (30 characters). */
export interface UsageRecord {
  source: string;
  userId: number;
  organizationId: number | null;
  templatePublicId: string;
  workflowPublicId: string | null;
  actions: number;
}

export type UsageService = ReturnType<typeof createUsageService>;

/** Counts actions, each source once however often it is told (decisions, section 2). */
export function createUsageService({ orm, clock }: { orm: MikroORM; clock: Clock }) {
  return {
    /** Counts once per source. Answers whether this call did. */
    async record(usage: UsageRecord): Promise<boolean> {
      const rows = await orm.em.fork().execute(
        `insert into usage_entry (source, user_id, organization_id, template_public_id, workflow_public_id, actions, created_at)
         values (?, ?, ?, ?, ?, ?, ?) on conflict (source) do nothing returning id`,
        [
          usage.source,
          usage.userId,
          usage.organizationId,
          usage.templatePublicId,
          usage.workflowPublicId,
          usage.actions,
          clock.now(),
        ],
      );
      return rows.length > 0;
    },

    /** Actions of this user since the first of the month, UTC. */
    async countThisMonth(userId: number): Promise<number> {
      const now = clock.now();
      const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
      const [row] = await orm.em
        .fork()
        .execute<{ actions: string }[]>(
          'select coalesce(sum(actions), 0) as actions from usage_entry where user_id = ? and created_at >= ?',
          [userId, start],
        );
      return Number(row?.actions ?? 0);
    },
  };
}
