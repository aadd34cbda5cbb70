import { OutgoingMail } from '../infra/mailer/outgoing-mail.entity.ts';
import { RateCounter } from '../infra/rate-limit/rate-counter.entity.ts';
import { ApiKey } from '../modules/api-keys/api-key.entity.ts';
import { AuditEntry } from '../modules/audit/audit-entry.entity.ts';
import { AccountToken } from '../modules/auth/account-token.entity.ts';
import { RefreshToken } from '../modules/auth/refresh-token.entity.ts';
import { BackupCode, LoginChallenge, TwoFactor } from '../modules/auth/two-factor/two-factor.entity.ts';
import { Document } from '../modules/documents/document.entity.ts';
import { DocumentReuse } from '../modules/documents/document-reuse.entity.ts';
import { Invitation, InvitationToken } from '../modules/organizations/invitation.entity.ts';
import { Membership } from '../modules/organizations/membership.entity.ts';
import { Organization } from '../modules/organizations/organization.entity.ts';
import { Plan } from '../modules/plans/plan.entity.ts';
import { NodeCrash, WorkerProcess } from '../modules/runs/crash-guard/crash-guard.entities.ts';
import { DryRunText } from '../modules/runs/dry-run-text.entity.ts';
import { LimitWait } from '../modules/runs/limit-wait.entity.ts';
import { Run } from '../modules/runs/run.entity.ts';
import { RunNode } from '../modules/runs/run-node.entity.ts';
import { RunTermination } from '../modules/runs/run-termination.entity.ts';
import { WorkflowMail } from '../modules/runs/workflow-mail.entity.ts';
import { Template } from '../modules/templates/template.entity.ts';
import { TemplateVersion } from '../modules/templates/template-version.entity.ts';
import { MailDay } from '../modules/usage/mail-day.entity.ts';
import { UsageCounter } from '../modules/usage/usage-counter.entity.ts';
import { UsageDay } from '../modules/usage/usage-day.entity.ts';
import { UsageEntry } from '../modules/usage/usage-entry.entity.ts';
import { UsageReservation } from '../modules/usage/usage-reservation.entity.ts';
import { User } from '../modules/users/user.entity.ts';
import { Event } from '../modules/webhooks/event.entity.ts';
import { CachedCount } from '../modules/workflows/cached-counts/cached-count.entity.ts';
import { GraphVersion } from '../modules/workflows/graph-version.entity.ts';
import { Workflow } from '../modules/workflows/workflow.entity.ts';

/** Every entity of the ORM. Add new entities here. */
export const entities = [
  User,
  RefreshToken,
  Organization,
  Membership,
  Template,
  TemplateVersion,
  Workflow,
  GraphVersion,
  CachedCount,
  Event,
  Run,
  RunNode,
  NodeCrash,
  WorkerProcess,
  RunTermination,
  WorkflowMail,
  Document,
  DocumentReuse,
  DryRunText,
  UsageEntry,
  UsageCounter,
  UsageDay,
  MailDay,
  UsageReservation,
  LimitWait,
  Plan,
  AuditEntry,
  OutgoingMail,
  RateCounter,
  AccountToken,
  TwoFactor,
  BackupCode,
  LoginChallenge,
  Invitation,
  InvitationToken,
  ApiKey,
];
