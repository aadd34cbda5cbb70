import type { EntityManager, FilterQuery, MikroORM } from '@mikro-orm/postgresql';

import { toPage } from '../../http/pagination.ts';
import { parseTimeRange } from '../../http/time-range.ts';
import { type Clock, formatTimestamp } from '../../infra/clock.ts';
import type { AuditItem, AuditPage, AuditQuery } from './audit.schemas.ts';
import { type AuditAction, type AuditChanges, AuditEntry } from './audit-entry.entity.ts';
import { type Caller, OPERATOR_ID, type Operator } from './caller.ts';

/** What was done to whom; who did it is the caller. */
export interface Deed {
  action: AuditAction;
  /** `name`: how people know it, an e-mail address for accounts. */
  target: { publicId: string; name: string };
  changes?: AuditChanges;
}

export type AuditService = ReturnType<typeof createAuditService>;

/** The trail of what administrators do. */
export function createAuditService({ orm, clock }: { orm: MikroORM; clock: Clock }) {
  return {
    /** Adds a line with the next flush of `em`: it is kept if, and only if, the transaction of the deed is. */
    record(em: EntityManager, { user, ip, userAgent, requestId }: Caller | Operator, deed: Deed): void {
      em.create(AuditEntry, {
        at: clock.now(),
        actorId: user.publicId,
        actorEmail: user.email,
        action: deed.action,
        targetId: deed.target.publicId,
        targetName: deed.target.name,
        changes: deed.changes ?? null,
        ...{ ip, userAgent, requestId },
      });
    },

    /** A page of the trail, newest first. Throws VALIDATION_FAILED for dates no calendar has. */
    async list(query: AuditQuery): Promise<AuditPage> {
      const { from, before } = parseTimeRange(query);
      const where: FilterQuery<AuditEntry> = {
        ...(query.actor !== undefined && { actorId: query.actor }),
        ...(query.target !== undefined && { targetId: query.target }),
        ...(query.action !== undefined && { action: query.action }),
        at: { ...(from !== null && { $gte: from }), ...(before !== null && { $lt: before }) },
      };
      const [entries, total] = await orm.em.fork().findAndCount(AuditEntry, where, {
        orderBy: { id: 'desc' },
        limit: query.size,
        offset: query.page * query.size,
      });
      return toPage(entries.map(toItem), total, query);
    },
  };
}

function toItem(entry: AuditEntry): AuditItem {
  return {
    sequence: entry.id,
    at: formatTimestamp(entry.at),
    action: entry.action,
    actor: { publicId: entry.actorId === OPERATOR_ID ? null : entry.actorId, email: entry.actorEmail },
    target: { publicId: entry.targetId, name: entry.targetName },
    changes: entry.changes ?? null,
    ip: entry.ip,
    userAgent: entry.userAgent ?? null,
    requestId: entry.requestId,
  };
}
