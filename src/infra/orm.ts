import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { migrations } from '../../migrations/index.ts';
import { ApiKey } from '../modules/api-keys/api-key.entity.ts';
import { AuditEntry } from '../modules/audit/audit-entry.entity.ts';
import { AccountToken } from '../modules/auth/account-token.entity.ts';
import { RefreshToken } from '../modules/auth/refresh-token.entity.ts';
import { BackupCode, LoginChallenge, TwoFactor } from '../modules/auth/two-factor/two-factor.entity.ts';
import { Invitation, InvitationToken } from '../modules/organizations/invitation.entity.ts';
import { Membership } from '../modules/organizations/membership.entity.ts';
import { Organization } from '../modules/organizations/organization.entity.ts';
import { Plan } from '../modules/plans/plan.entity.ts';
import { Document } from '../modules/runs/document.entity.ts';
import { DocumentReuse } from '../modules/runs/document-reuse.entity.ts';
import { DryRunText } from '../modules/runs/dry-run-text.entity.ts';
import { Run } from '../modules/runs/run.entity.ts';
import { RunNode } from '../modules/runs/run-node.entity.ts';
import { WorkflowMail } from '../modules/runs/workflow-mail.entity.ts';
import { Template } from '../modules/templates/template.entity.ts';
import { TemplateVersion } from '../modules/templates/template-version.entity.ts';
import { LimitWait } from '../modules/usage/limit-wait.entity.ts';
import { UsageCounter } from '../modules/usage/usage-counter.entity.ts';
import { UsageDay } from '../modules/usage/usage-day.entity.ts';
import { UsageEntry } from '../modules/usage/usage-entry.entity.ts';
import { UsageReservation } from '../modules/usage/usage-reservation.entity.ts';
import { User } from '../modules/users/user.entity.ts';
import { Event } from '../modules/webhooks/event.entity.ts';
import { GraphVersion } from '../modules/workflows/graph-version.entity.ts';
import { ListTotal } from '../modules/workflows/list-totals/list-total.entity.ts';
import { Workflow } from '../modules/workflows/workflow.entity.ts';
import { readDatabaseUrl } from './database-url.ts';
import { createImpatientSocket } from './impatient-socket.ts';
import { OutgoingMail } from './mailer/outgoing-mail.entity.ts';
import { RateWindow } from './rate-limit/rate-window.entity.ts';

export const entities = [
  User,
  RefreshToken,
  Organization,
  Membership,
  Template,
  TemplateVersion,
  Workflow,
  GraphVersion,
  ListTotal,
  Event,
  Run,
  RunNode,
  WorkflowMail,
  Document,
  DocumentReuse,
  DryRunText,
  UsageEntry,
  UsageCounter,
  UsageDay,
  UsageReservation,
  LimitWait,
  Plan,
  AuditEntry,
  OutgoingMail,
  RateWindow,
  AccountToken,
  TwoFactor,
  BackupCode,
  LoginChallenge,
  Invitation,
  InvitationToken,
  ApiKey,
];

export interface OrmSettings {
  url: string;
  poolMax: number;
  /** A connection on which nothing moves for this long is given up. Absent: never, as migrations need it. */
  silenceMs?: number;
}

/** Options of the one ORM set-up; `migrate` and the services share it. */
export function ormOptions({ url, poolMax, silenceMs }: OrmSettings): Options {
  return {
    clientUrl: url,
    driverOptions: {
      ssl: readDatabaseUrl(url).ssl,
      ...(silenceMs !== undefined && { stream: () => createImpatientSocket(silenceMs) }),
    },
    entities,
    extensions: [Migrator],
    // All instants are UTC; the zone of server or database never shows (decisions, section 1).
    forceUtcTimezone: true,
    pool: { min: 0, max: poolMax },
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      silent: true,
      transactional: true,
      // Each in a transaction of its own: locks are held as short as can be.
      allOrNothing: false,
    },
    discovery: { warnWhenNoEntities: true },
  };
}

/** Connects. Throws when the database cannot be reached. */
export async function createOrm(settings: OrmSettings): Promise<MikroORM> {
  return MikroORM.init(ormOptions(settings));
}
