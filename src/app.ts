import cookie from '@fastify/cookie';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import type { App } from './http/app-types.ts';
import { installCompression } from './http/compression.ts';
import { installConditionalGet } from './http/conditional-get.ts';
import { installCors, parseOrigins } from './http/cors.ts';
import { registerDocsPage } from './http/docs-page.ts';
import { installErrorHandler } from './http/error-handler.ts';
import { installHeadRequests } from './http/head-requests.ts';
import { registerHealthRoutes } from './http/health.routes.ts';
import { requireHost } from './http/host-header.ts';
import { installJsonBody } from './http/json-body.ts';
import { installOpenApi } from './http/openapi.ts';
import { registerPageRoutes } from './http/pages/pages.routes.ts';
import { trackResponses } from './http/pending-responses.ts';
import { installRequestLog } from './http/request-log.ts';
import { installRequestMetrics } from './http/request-metrics.ts';
import { installRequestSpans } from './http/request-spans.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { rejectExpectation, rejectTunnel, serverOptions } from './http/server-options.ts';
import { installUploads } from './http/uploads.ts';
import { installValidation } from './http/validation.ts';
import { registerAdminUserRoutes } from './modules/admin/admin-users.routes.ts';
import { registerApiKeyRoutes } from './modules/api-keys/api-keys.routes.ts';
import { registerAuditRoutes } from './modules/audit/audit.routes.ts';
import { installAccessTokens } from './modules/auth/access-tokens.ts';
import { registerAccountRoutes } from './modules/auth/accounts.routes.ts';
import { registerAuthRoutes } from './modules/auth/auth.routes.ts';
import { installAuthentication } from './modules/auth/authentication.ts';
import { requirePolicies } from './modules/auth/policy.ts';
import { registerTwoFactorRoutes } from './modules/auth/two-factor/two-factor.routes.ts';
import { registerArchiveRoutes } from './modules/documents/archive/archive.routes.ts';
import { registerDocumentRoutes } from './modules/documents/documents.routes.ts';
import { registerInvitationRoutes } from './modules/organizations/invitations.routes.ts';
import { registerOrganizationRoutes } from './modules/organizations/organizations.routes.ts';
import { registerPlanRoutes } from './modules/plans/plans.routes.ts';
import { registerDryRunRoutes } from './modules/runs/dry-run/dry-runs.routes.ts';
import { registerRerunRoutes } from './modules/runs/reruns/reruns.routes.ts';
import { registerRunRoutes } from './modules/runs/runs.routes.ts';
import { registerRunStreamRoutes } from './modules/runs/stream/run-streams.routes.ts';
import { registerStampingRoutes } from './modules/stamping/stamping.routes.ts';
import { translateStampingError } from './modules/stamping/stamping-errors.ts';
import { registerTemplateRoutes } from './modules/templates/templates.routes.ts';
import { registerTemplateViewRoutes } from './modules/templates/views/template-views.routes.ts';
import { registerUsageRoutes } from './modules/usage/usage.routes.ts';
import { registerUserRoutes } from './modules/users/users.routes.ts';
import { registerEventRoutes } from './modules/webhooks/events.routes.ts';
import { registerWebhookRoutes } from './modules/webhooks/webhook.routes.ts';
import { routableUrl } from './modules/webhooks/webhook-address.ts';
import { registerWorkflowVersionRoutes } from './modules/workflows/workflow-versions.routes.ts';
import { registerWorkflowRoutes } from './modules/workflows/workflows.routes.ts';
import type { Services } from './services.ts';

/** The web application: plugins, routes, error handler. Opens nothing; call `listen` or `inject`. */
export async function buildApp(services: Services, headersTimeout?: number): Promise<App> {
  const { config, logger } = services;
  const options = serverOptions({
    logger,
    maxJsonBytes: config.MAX_JSON_BYTES,
    trustedProxies: config.TRUST_PROXY,
    headersTimeout,
  });
  const app: App = Fastify({ ...options, rewriteUrl: routableUrl }).withTypeProvider<TypeBoxTypeProvider>();
  app.server.on('checkExpectation', rejectExpectation).on('connect', rejectTunnel);
  trackResponses(app.server);
  installErrorHandler(app, translateStampingError);
  installRequestLog(app, logger);
  if (config.METRICS_PORT !== undefined) installRequestMetrics(app, services.metrics);
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) installRequestSpans(app, services.tracing);
  requireHost(app);
  installValidation(app);
  requirePolicies(app);
  installConditionalGet(app);
  installSecurityHeaders(app, { https: config.BASE_URL?.startsWith('https:') === true });
  const corsOrigins = parseOrigins(config.CORS_ORIGINS);
  await installCors(app, { origins: corsOrigins });
  await installCompression(app);
  installHeadRequests(app);
  await installAccessTokens(app, { keys: services.secretKeys, clock: services.clock });
  installAuthentication(app, { ...services, requestsPerMinute: config.RATE_LIMIT_PER_MINUTE });
  installJsonBody(app);
  installUploads(app, { folder: services.temporaryFolder });
  await installOpenApi(app);
  registerDocsPage(app);

  registerHealthRoutes(app, services);
  await registerPageRoutes(app);
  await app.register(async (session: App) => {
    await session.register(cookie);
    registerAuthRoutes(session, { ...services, corsOrigins, cookieSecure: config.COOKIE_SECURE });
  });
  registerAccountRoutes(app, services);
  registerTwoFactorRoutes(app, services);
  registerUserRoutes(app, services);
  registerUsageRoutes(app, services);
  registerApiKeyRoutes(app, services);
  registerAdminUserRoutes(app, services);
  registerPlanRoutes(app, services);
  registerAuditRoutes(app, services);
  registerOrganizationRoutes(app, services);
  registerInvitationRoutes(app, services);
  registerStampingRoutes(app, { ...services, maxTableBytes: config.MAX_TABLE_BYTES });
  registerTemplateRoutes(app, { ...services, maxPdfBytes: config.MAX_PDF_BYTES });
  registerTemplateViewRoutes(app, services);
  registerWebhookRoutes(app, { ...services, maxJsonBytes: config.MAX_JSON_BYTES });
  registerWorkflowRoutes(app, services);
  registerWorkflowVersionRoutes(app, services);
  registerEventRoutes(app, services);
  registerRunRoutes(app, services);
  registerRerunRoutes(app, services);
  registerDryRunRoutes(app, services);
  registerRunStreamRoutes(app, services);
  registerArchiveRoutes(app, services);
  registerDocumentRoutes(app, services);
  await app.ready();
  return app;
}
