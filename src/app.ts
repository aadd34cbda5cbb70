import cookie from '@fastify/cookie';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { installAccessTokens } from './http/access-tokens.ts';
import type { App } from './http/app-types.ts';
import { installAuthentication } from './http/authentication.ts';
import { installErrorHandler } from './http/error-handler.ts';
import { registerHealthRoutes } from './http/health.routes.ts';
import { installJsonBody } from './http/json-body.ts';
import { DOCS_ROUTES, installOpenApi } from './http/openapi.ts';
import { requirePolicies } from './http/policy.ts';
import { installRequestLog } from './http/request-log.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { refuseExpectation, serverOptions } from './http/server-options.ts';
import { installUploads } from './http/uploads.ts';
import { installValidation } from './http/validation.ts';
import { registerAuthRoutes } from './modules/auth/auth.routes.ts';
import { registerDocumentRoutes } from './modules/runs/documents.routes.ts';
import { registerRunRoutes } from './modules/runs/runs.routes.ts';
import { registerStampingRoutes } from './modules/stamping/stamping.routes.ts';
import { registerTemplateRoutes } from './modules/templates/templates.routes.ts';
import { registerTemplateViewRoutes } from './modules/templates/views/template-views.routes.ts';
import { registerUserRoutes } from './modules/users/users.routes.ts';
import { registerEventRoutes } from './modules/webhooks/events.routes.ts';
import { registerWebhookRoutes } from './modules/webhooks/webhook.routes.ts';
import { registerWorkflowRoutes } from './modules/workflows/workflows.routes.ts';
import type { Services } from './services.ts';

/** The web application: plugins, routes, error handler. Opens nothing; call `listen` or `inject`. */
export async function buildApp(services: Services): Promise<App> {
  const app: App = Fastify(serverOptions(services)).withTypeProvider<TypeBoxTypeProvider>();
  app.server.on('checkExpectation', refuseExpectation);
  installErrorHandler(app);
  installRequestLog(app);
  installValidation(app);
  requirePolicies(app, { foreign: DOCS_ROUTES });
  installSecurityHeaders(app, { https: services.config.BASE_URL?.startsWith('https:') === true });
  await installAccessTokens(app, { secret: services.jwtSecret, clock: services.clock });
  installAuthentication(app, services);
  installJsonBody(app);
  await installUploads(app, { folder: services.temporaryFolder });
  await app.register(cookie);
  await installOpenApi(app);

  registerHealthRoutes(app, services);
  registerAuthRoutes(app, services);
  registerUserRoutes(app, services);
  registerStampingRoutes(app, services);
  registerTemplateRoutes(app, services);
  registerTemplateViewRoutes(app, services);
  registerWebhookRoutes(app, services);
  registerWorkflowRoutes(app, services);
  registerEventRoutes(app, services);
  registerRunRoutes(app, services);
  registerDocumentRoutes(app, services);
  await app.ready();
  return app;
}
