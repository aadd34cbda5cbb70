import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from './config.ts';
import { createEvaluation } from './evaluation/evaluation.ts';
import type { Clock } from './infra/clock.ts';
import type { Health } from './infra/health.ts';
import type { Logger } from './infra/logger.ts';
import { createMailOutbox } from './infra/mailer/mail-outbox.ts';
import { createMailSender } from './infra/mailer/mail-sender.ts';
import { openMailTransport } from './infra/mailer/open-transport.ts';
import { createMetrics } from './infra/metrics/metrics.ts';
import { measureStorage } from './infra/object-storage/measured-storage.ts';
import type { ObjectStorage } from './infra/object-storage/object-storage.ts';
import { createRateLimiter } from './infra/rate-limit/rate-limiter.ts';
import { createSecretKeys } from './infra/secret-keys.ts';
import { createSql } from './infra/sql.ts';
import { noTracing, type Tracing } from './infra/tracing/tracing.ts';
import { createAdmin } from './modules/admin/admin.module.ts';
import { createApiKeys } from './modules/api-keys/api-keys.module.ts';
import { createAudit } from './modules/audit/audit.module.ts';
import { createAccountMails } from './modules/auth/account-mails.ts';
import { createAuth } from './modules/auth/auth.module.ts';
import { createDocuments } from './modules/documents/documents.module.ts';
import { createMaintenance } from './modules/maintenance/maintenance.module.ts';
import { createInvitationMails } from './modules/organizations/invitation-mails.ts';
import { createOrganizations } from './modules/organizations/organizations.module.ts';
import { createPlans } from './modules/plans/plans.module.ts';
import { createRuns } from './modules/runs/runs.module.ts';
import { createWorkflowMailComposer } from './modules/runs/workflow-mail-composer.ts';
import { createStamping } from './modules/stamping/stamping.module.ts';
import { createTemplates } from './modules/templates/templates.module.ts';
import { createUsage } from './modules/usage/usage.module.ts';
import { createUsers } from './modules/users/users.module.ts';
import { createWebhooks } from './modules/webhooks/webhooks.module.ts';
import { createCachedCounts } from './modules/workflows/cached-counts/cached-counts.ts';
import { createGraphCheck } from './modules/workflows/graph-check.ts';
import { createWorkflows } from './modules/workflows/workflows.module.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { splitFontPaths } from './stamping/fonts/font-file.ts';
import { findOptionalFonts } from './stamping/fonts/optional-fonts.ts';
import { createStampingPool } from './stamping-pool/stamping-pool.ts';

/** The window of the limit of e-mails per address. */
const MAIL_WINDOW_MS = 60 * 60 * 1000;
/** The time limit of a batch, a document or a compilation; exceeding it ends the thread. */
const STAMP_TIMEOUT_MS = 60_000;

/** Limits of the sandbox that are not settings. */
export const SANDBOX_LIMITS = {
  /** Files that wait to be read: of all accounts, and of one. */
  maxQueue: 64,
  maxQueuePerOwner: 16,
  /** CPU time to inspect an uploaded PDF, or to draw a page; ordinary forms take less than a second. */
  pdfTimeoutMs: 10_000,
} as const;

/** The parts that a process provides. */
interface ServiceDeps {
  config: Config;
  logger: Logger;
  orm: MikroORM;
  storage: ObjectStorage;
  clock: Clock;
  health: Health;
  /** Signs access tokens and encrypts secrets; at least 32 characters. */
  jwtSecret: string;
  /** The URL of the service. A function, because the port may be known only after listening. */
  baseUrl: () => string;
  /** Default: no tracing. */
  tracing?: Tracing;
}

export type Services = ReturnType<typeof createServices>;

/** Composition root of the API and the worker. Creates every service with its dependencies; performs no I/O. */
export function createServices(deps: ServiceDeps) {
  const { config, logger, orm, clock, baseUrl, tracing = noTracing } = deps;
  const metrics = createMetrics();
  const storage = measureStorage(deps.storage, metrics);
  const sql = createSql(orm);
  const temporaryFolder = path.join(config.DATA_DIR, 'tmp');
  const secretKeys = createSecretKeys(deps.jwtSecret, config.JWT_PREVIOUS_SECRET);
  const rateLimiter = createRateLimiter({ sql, clock });
  const mailLimiter = createRateLimiter({ sql, clock, windowMs: MAIL_WINDOW_MS });
  const sandbox = createSandbox({
    processes: config.SANDBOX_PROCESSES,
    maxQueue: SANDBOX_LIMITS.maxQueue,
    maxQueuePerOwner: SANDBOX_LIMITS.maxQueuePerOwner,
    jobsPerProcess: 200,
    timeoutMs: config.SANDBOX_TIMEOUT_SECONDS * 1000,
    pdfTimeoutMs: Math.min(config.SANDBOX_TIMEOUT_SECONDS * 1000, SANDBOX_LIMITS.pdfTimeoutMs),
    maxMemoryBytes: config.SANDBOX_MEMORY_MB * 1024 * 1024,
  });
  const stampingPool = createStampingPool({
    threads: config.STAMP_THREADS,
    timeoutMs: STAMP_TIMEOUT_MS,
    furtherFonts: [...splitFontPaths(config.STAMP_FONTS), ...findOptionalFonts()],
  });
  const mailOutbox = createMailOutbox({ orm, clock });
  const mailSender = createMailSender({
    outbox: mailOutbox,
    clock,
    logger,
    transport: openMailTransport(config, baseUrl),
    composers: {
      ...createAccountMails({ orm, clock, baseUrl }),
      ...createInvitationMails({ orm, clock, baseUrl }),
      ...createWorkflowMailComposer({ sql, storage }),
    },
  });
  const infra = {
    config,
    logger,
    orm,
    sql,
    storage,
    clock,
    metrics,
    tracing,
    baseUrl,
    health: deps.health,
    temporaryFolder,
    secretKeys,
    rateLimiter,
    mailLimiter,
    sandbox,
    stampingPool,
    mailOutbox,
    mailSender,
  };

  const audit = createAudit(infra);
  const users = createUsers(infra);
  const auth = createAuth({ ...infra, requestsPerMinute: config.AUTH_RATE_LIMIT_PER_MINUTE });
  const admin = createAdmin({ ...infra, ...audit, ...auth });
  const organizations = createOrganizations({ ...infra, ...audit });
  const apiKeys = createApiKeys({ ...infra, ...audit });
  const usage = createUsage({ ...infra, mailsPerDay: config.WORKFLOW_MAILS_PER_DAY });
  const templates = createTemplates({ ...infra, maxPages: config.MAX_PDF_PAGES });
  const stamping = createStamping({ ...infra, ...templates, ...usage });
  const documents = createDocuments(infra);
  const evaluation = createEvaluation();
  const { checkSchema } = evaluation;
  const checkGraph = createGraphCheck(templates.findTemplateColumns, evaluation.evaluateGraph);
  const counts = createCachedCounts(infra);
  const runs = createRuns({ ...infra, ...audit, ...users, ...usage, checkSchema, counts, checkGraph });
  const workflows = createWorkflows({
    ...infra,
    temporal: runs.temporal,
    checkGraph,
    maxStepsBytes: config.MAX_STEPS_JSON_BYTES,
  });
  const webhooks = createWebhooks({
    ...infra,
    checkSchema,
    counts,
    dispatch: runs.dispatcher.dispatch,
    requestsPerMinute: config.WEBHOOK_RATE_LIMIT_PER_MINUTE,
  });
  const plans = createPlans({ ...infra, ...audit, ...admin, onChange: () => runs.quotaNotifier.wake() });
  const maintenance = createMaintenance({ ...infra, retentionDays: config.RETENTION_DAYS });
  return {
    ...infra,
    ...audit,
    ...users,
    ...auth,
    ...admin,
    ...organizations,
    ...apiKeys,
    ...usage,
    ...templates,
    ...stamping,
    ...documents,
    ...runs,
    ...workflows,
    ...webhooks,
    ...plans,
    evaluation,
    evaluateNode: evaluation.evaluateNode,
    maintenance,
  };
}

/** Closes child processes, threads and connections. */
export async function closeServices(services: Services): Promise<void> {
  await services.closeRuns();
  await services.mailSender.close();
  await services.stampingPool.close();
  await services.templateViews.close();
  await services.sandbox.close();
  await services.evaluation.close();
  await services.orm.close();
}
