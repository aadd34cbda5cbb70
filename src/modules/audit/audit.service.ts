import type { EntityManager, FilterQuery, MikroORM } from '@mikro-orm/postgresql';
import { toPage } from '../../http/pagination.ts';
import { parseTimeRange } from '../../http/time-range.ts';
import { type Clock, formatTimestamp } from '../../infra/clock.ts';
import type { AuditItem, AuditPage, AuditQuery } from './audit.schemas.ts';
import { type AuditAction, type AuditChanges, AuditEntry } from './audit-entry.entity.ts';
import { type Caller, OPERATOR_ID, type Operator } from './caller.ts';

/** An action to record. Its actor is the caller. */
interface AuditedAction {
  action: AuditAction;
  /** `name` is the e-mail address of an account, or the name of an organization or key. */
  target: { publicId: string; name: string };
  changes?: AuditChanges;
}

export type AuditService = ReturnType<typeof createAuditService>;

/** The audit trail. */
export function createAuditService({ orm, clock }: { orm: MikroORM; clock: Clock }) {
  return {
    /** Adds an entry with the next flush of `em`, in the transaction of the action. */
    record(
      em: EntityManager,
      { user, ip, userAgent, requestId }: Caller | Operator,
      { action, target, changes }: AuditedAction,
    ): void {
      em.create(AuditEntry, {
        at: clock.now(),
        actorId: user.publicId,
        actorEmail: user.email,
        action,
        targetId: target.publicId,
        targetName: target.name,
        changes: changes ?? null,
        ip,
        userAgent,
        requestId,
      });
    },

    /** A page of the audit trail, newest first. Throws VALIDATION_FAILED for a date that does not exist. */
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
