import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from './config.ts';
import type { Clock } from './infra/clock.ts';
import type { Health } from './infra/health.ts';
import type { Logger } from './infra/logger.ts';
import { createMailOutbox } from './infra/mailer/mail-outbox.ts';
import { createMailSender } from './infra/mailer/mail-sender.ts';
import { openMailTransport } from './infra/mailer/open-transport.ts';
import { createMetrics } from './infra/metrics/metrics.ts';
import { tap } from './infra/metrics/tap.ts';
import { measureStorage } from './infra/object-storage/measured-storage.ts';
import type { ObjectStorage } from './infra/object-storage/object-storage.ts';
import { createRateLimiter } from './infra/rate-limit/rate-limiter.ts';
import { createSecretBox } from './infra/secret-box.ts';
import { createSecretKeys } from './infra/secret-keys.ts';
import { createSql } from './infra/sql.ts';
import { noTracing, type Tracing } from './infra/tracing/tracing.ts';
import { createAdminMailsService } from './modules/admin/admin-mails.service.ts';
import { createAdminUsersService } from './modules/admin/admin-users.service.ts';
import { createChangeAccount } from './modules/admin/change-account.ts';
import { createOperatorsService } from './modules/admin/operators.service.ts';
import { createApiKeysService } from './modules/api-keys/api-keys.service.ts';
import { createKeyCallers } from './modules/api-keys/key-callers.ts';
import { createAuditService } from './modules/audit/audit.service.ts';
import { createAccountMails } from './modules/auth/account-mails.ts';
import { createAccountTokens } from './modules/auth/account-tokens.ts';
import { createAccountsService } from './modules/auth/accounts.service.ts';
import { createAuthService } from './modules/auth/auth.service.ts';
import { createAuthLimits } from './modules/auth/auth-limits.ts';
import { createPasswords } from './modules/auth/passwords.ts';
import { createRefreshTokens } from './modules/auth/refresh-tokens.ts';
import { createReEncryptSecrets } from './modules/auth/two-factor/re-encrypt-secrets.ts';
import { createTwoFactorService } from './modules/auth/two-factor/two-factor.service.ts';
import { createFindDocuments } from './modules/documents/archive/archive.repository.ts';
import { createArchiveService } from './modules/documents/archive/archive.service.ts';
import { createDocumentsService } from './modules/documents/documents.service.ts';
import { createMaintenance } from './modules/maintenance/maintenance.module.ts';
import { createAcceptInvitation } from './modules/organizations/accept-invitation.ts';
import { createInvitationMails } from './modules/organizations/invitation-mails.ts';
import { createInvitationsService } from './modules/organizations/invitations.service.ts';
import { createMembersService } from './modules/organizations/members.service.ts';
import { createOrganizationsService } from './modules/organizations/organizations.service.ts';
import { createPlansService } from './modules/plans/plans.service.ts';
import { createDryRunsService } from './modules/runs/dry-run/dry-runs.service.ts';
import { createJudgePayload } from './modules/runs/dry-run/judge-payload.ts';
import { createEndForgotten } from './modules/runs/end-forgotten.ts';
import { createCancelRun } from './modules/runs/reruns/cancel-run.ts';
import { createRequeue } from './modules/runs/reruns/requeue.ts';
import { createRerunsService } from './modules/runs/reruns/reruns.service.ts';
import { createRunRecords } from './modules/runs/run-records.ts';
import { createRunServices } from './modules/runs/run-services.ts';
import { createRunsService } from './modules/runs/runs.service.ts';
import { createRunStreams } from './modules/runs/stream/run-streams.ts';
import { createWorkflowMailComposer } from './modules/runs/workflow-mail-composer.ts';
import { createStamping } from './modules/stamping/create-stamping.ts';
import { createTemplates } from './modules/templates/templates.module.ts';
import { createUsageService, type UsageRecord } from './modules/usage/usage.service.ts';
import { createUsageReports } from './modules/usage/usage-report.service.ts';
import { createUsersService } from './modules/users/users.service.ts';
import type { Acceptance } from './modules/webhooks/accept-events.ts';
import { createEventRepository } from './modules/webhooks/event.repository.ts';
import { createEventsService } from './modules/webhooks/events.service.ts';
import { createSchemaChecker } from './modules/webhooks/schema/schema-checker.ts';
import { createTriggerCheck } from './modules/webhooks/trigger-check.ts';
import { createWebhookService } from './modules/webhooks/webhook.service.ts';
import { createCachedCounts } from './modules/workflows/cached-counts/cached-counts.ts';
import { createGraphCheck } from './modules/workflows/graph-check.ts';
import { createWorkflowVersionsService } from './modules/workflows/workflow-versions.service.ts';
import { createWorkflowsService } from './modules/workflows/workflows.service.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { splitFontPaths } from './stamping/fonts/font-file.ts';
import { findOptionalFonts } from './stamping/fonts/optional-fonts.ts';
import { createStampingPool } from './stamping-pool/stamping-pool.ts';

/** Mails to one address are counted over an hour. */
const MAIL_WINDOW_MS = 60 * 60 * 1000;
/** A batch, a document or a compilation that takes longer ends its thread. */
const STAMP_TIMEOUT_MS = 60_000;

/** What the process brings along; everything else is made of these. */
export interface ServiceParts {
  config: Config;
  logger: Logger;
  orm: MikroORM;
  storage: ObjectStorage;
  clock: Clock;
  health: Health;
  /** Signs access tokens and seals; 32 characters or more. Its predecessor is a setting. */
  jwtSecret: string;
  /** What webhook URLs begin with; a function, because the port may be known only after listening. */
  baseUrl: () => string;
  /** Default: traces nothing. */
  tracing?: Tracing;
}

export type Services = ReturnType<typeof createServices>;

/** Composition root of API and worker: plain objects that are handed their dependencies. No I/O. */
export function createServices(given: ServiceParts) {
  const metrics = createMetrics();
  const parts = { ...given, metrics, storage: measureStorage(given.storage, metrics) };
  const { config, orm, clock, storage, logger } = parts;
  const sql = createSql(orm);
  const rateLimiter = createRateLimiter({ sql, clock });
  const mailLimiter = createRateLimiter({ sql, clock, windowMs: MAIL_WINDOW_MS });
  const sandbox = createSandbox({
    processes: config.SANDBOX_PROCESSES,
    maxQueue: 32,
    jobsPerProcess: 200,
    timeoutMs: config.SANDBOX_TIMEOUT_SECONDS * 1000,
    maxMemoryBytes: config.SANDBOX_MEMORY_MB * 1024 * 1024,
  });
  const refreshTokens = createRefreshTokens({ orm, clock });
  const passwords = createPasswords();
  const mailOutbox = createMailOutbox({ orm, clock });
  const tokens = createAccountTokens({ orm, clock });
  const mailSender = createMailSender({
    ...{ outbox: mailOutbox, clock, logger },
    transport: openMailTransport(config, parts.baseUrl),
    composers: {
      ...createAccountMails({ ...parts, tokens }),
      ...createInvitationMails(parts),
      ...createWorkflowMailComposer({ sql, storage }),
    },
  });
  const accounts = createAccountsService({ orm, passwords, tokens, refreshTokens, mailOutbox, mailSender });
  const secretKeys = createSecretKeys(parts.jwtSecret, config.JWT_PREVIOUS_SECRET);
  const secretBox = createSecretBox(secretKeys);
  const twoFactor = createTwoFactorService({ ...parts, secretBox });
  const reEncryptSecrets = createReEncryptSecrets({ orm, secretBox });
  const auth = createAuthService({ orm, passwords, refreshTokens, twoFactor });
  const counting = createUsageService({ sql, clock });
  const countBulk = (isNew: boolean, { actions }: UsageRecord) => {
    if (isNew) metrics.documents.inc({ kind: 'bulk' }, actions);
  };
  const usage = { ...counting, record: tap(counting.record, countBulk) };
  const usageReports = createUsageReports({ orm, sql, clock, usage });
  const users = createUsersService({ sql, clock });
  const audit = createAuditService({ orm, clock });
  const changeAccount = createChangeAccount({ orm, audit });
  const adminUsers = createAdminUsersService({
    orm,
    changeAccount,
    refreshTokens,
    twoFactor,
    mailOutbox,
    mailSender,
  });
  const operators = createOperatorsService({ orm, changeAccount, audit, passwords, refreshTokens });
  const adminMails = createAdminMailsService({ changeAccount, mailOutbox, mailSender });
  const apiKeys = createApiKeysService({ orm, audit, clock });
  const keyCallers = createKeyCallers({ sql, clock });
  const organizations = createOrganizationsService({ orm, audit, clock });
  const members = createMembersService({ orm, audit });
  const invitations = createInvitationsService({ orm, audit, clock, mailOutbox, mailSender });
  const acceptInvitation = createAcceptInvitation({ orm, audit, clock });
  const maintenance = createMaintenance({ ...parts, sql, retentionDays: config.RETENTION_DAYS });
  const stampingPool = createStampingPool({
    threads: config.STAMP_THREADS,
    timeoutMs: STAMP_TIMEOUT_MS,
    furtherFonts: [...splitFontPaths(config.STAMP_FONTS), ...findOptionalFonts()],
  });
  const temporaryFolder = path.join(config.DATA_DIR, 'tmp');
  const { templates, templateViews, findTemplateFacts } = createTemplates({
    orm,
    sql,
    clock,
    storage,
    sandbox,
    stampingPool,
    logger,
    maxPages: config.MAX_PDF_PAGES,
    temporaryFolder,
  });
  const stamping = createStamping({ ...parts, sandbox, templates, usage, stampingPool });
  const schemas = createSchemaChecker();
  const { tracing = noTracing } = parts;
  const runServices = createRunServices({ ...parts, sql, stampingPool, usage, tracing });
  const authLimits = createAuthLimits({
    rateLimiter,
    mailLimiter,
    requestsPerMinute: config.AUTH_RATE_LIMIT_PER_MINUTE,
  });
  const plans = createPlansService({
    orm,
    changeAccount,
    audit,
    onChange: () => runServices.limitWaker.wake(),
  });
  const received = createEventRepository(sql);
  const countAccepted = ({ kind }: Acceptance) => {
    if (kind === 'stored') metrics.eventsAccepted.inc();
  };
  const webhooks = createWebhookService({
    events: { ...received, accept: tap(received.accept, countAccepted) },
    ...{ schemas, limiter: rateLimiter, clock, logger, tracing },
    dispatch: runServices.dispatcher.dispatch,
    requestsPerMinute: config.WEBHOOK_RATE_LIMIT_PER_MINUTE,
  });
  const checkGraph = createGraphCheck(findTemplateFacts, createTriggerCheck(schemas));
  const workflows = createWorkflowsService({
    ...{ orm, storage, logger, baseUrl: parts.baseUrl },
    ...{ checkGraph, endForgotten: createEndForgotten({ engine: runServices.engine, logger }) },
    maxStepsBytes: config.MAX_STEPS_JSON_BYTES,
  });
  const counts = createCachedCounts({ orm, sql });
  const events = createEventsService({ orm, sql, counts });
  const runs = createRunsService({
    ...{ orm, counts },
    records: createRunRecords(sql),
    engineUi: { uiUrl: config.TEMPORAL_UI_URL, namespace: config.TEMPORAL_NAMESPACE },
    findLiveNodes: runServices.engine.findNodes,
  });
  const { rerunRepository, outbox, dispatcher, sweeper, engine } = runServices;
  const reruns = createRerunsService({
    orm,
    reruns: rerunRepository,
    dispatch: dispatcher.dispatch,
    sweepNow: sweeper.wake,
    checkGraph,
  });
  const requeue = createRequeue({ orm, sql, reruns, audit });
  const runStreams = createRunStreams({ runs, users, logger });
  const dryRuns = createDryRunsService({
    ...{ orm, dryRun: runServices.dryRun, checkGraph, judgePayload: createJudgePayload(schemas) },
    maxStepsBytes: config.MAX_STEPS_JSON_BYTES,
  });
  const workflowVersions = createWorkflowVersionsService({ orm, workflows });
  const documentArchive = createArchiveService({
    ...{ orm, storage, logger },
    findDocuments: createFindDocuments(sql),
  });
  const cancelRun = createCancelRun({ orm, outbox, engine });
  const documents = createDocumentsService({ orm, storage });
  return {
    ...parts,
    ...runServices,
    tracing,
    /** Uploads and what is made of them while a request lasts. */
    temporaryFolder,
    rateLimiter,
    mailLimiter,
    sandbox,
    stampingPool,
    refreshTokens,
    passwords,
    secretKeys,
    reEncryptSecrets,
    mailOutbox,
    mailSender,
    accounts,
    twoFactor,
    auth,
    authLimits,
    usage,
    usageReports,
    users,
    plans,
    audit,
    adminUsers,
    adminMails,
    operators,
    requeue,
    apiKeys,
    keyCallers,
    organizations,
    members,
    invitations,
    acceptInvitation,
    templates,
    maintenance,
    templateViews,
    stamping,
    schemas,
    webhooks,
    workflows,
    events,
    runs,
    reruns,
    cancelRun,
    runStreams,
    dryRuns,
    workflowVersions,
    documentArchive,
    documents,
  };
}

/** Ends what the services hold: child processes, threads, connections. */
export async function closeServices(services: Services): Promise<void> {
  await services.closeRuns();
  await services.mailSender.close();
  await services.stampingPool.close();
  await services.sandbox.close();
  await services.schemas.close();
  await services.orm.close();
}
