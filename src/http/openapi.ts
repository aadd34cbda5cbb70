import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import { DomainError } from '../errors.ts';
import type { App } from './app-types.ts';
import { describeRoute, markOptionalBodies } from './describe.ts';
import { problemSchema } from './problem.ts';

/** The page loads nothing from elsewhere; this makes sure of it. It styles and starts itself inline. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** The page without what would lead to its maker's services. */
const PAGE_OPTIONS = {
  url: '/openapi.json',
  pageTitle: 'API',
  authentication: { preferredSecurityScheme: 'bearer' },
  withDefaultFonts: false,
  telemetry: false,
  showToolbar: 'never',
  showDeveloperTools: 'never',
  hideClientButton: true,
  mcp: { disabled: true },
  agent: { disabled: true },
} as const;

/** In the order of the page. */
const TAGS = [
  { name: 'Authentication', description: 'Log in; send the access token as `Authorization: Bearer`.' },
  { name: 'Users', description: 'Your own account.' },
  { name: 'API keys', description: 'For programs: sent as `Authorization: Bearer` like an access token.' },
  { name: 'Administration', description: 'Accounts, for ADMIN and SUPER_ADMIN.' },
  { name: 'Organizations', description: 'Who shares templates: profiles, members, invitations.' },
  { name: 'Templates', description: 'PDFs to fill and how their fields are mapped.' },
  { name: 'Stamping', description: 'A spreadsheet in, an archive of filled PDFs out.' },
  { name: 'Workflows', description: 'Graphs that an event runs through.' },
  { name: 'Webhooks', description: 'Where events arrive, and what arrived.' },
  { name: 'Runs', description: 'What became of an event, node by node.' },
  { name: 'Documents', description: 'PDFs that runs filled.' },
  { name: 'Health', description: 'For load balancers and operators.' },
];

/** Where the readable page lies; the only routes of the program that a plugin makes. */
export const DOCS_ROUTES = '/docs';

/** OpenAPI 3.1 of all routes at /openapi.json, and the same to read at /docs. Register before the routes. */
export async function installOpenApi(app: App): Promise<void> {
  app.addSchema(problemSchema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Document template and workflow automation',
        description:
          'Fills PDF templates in bulk from spreadsheets, and one at a time from webhook-started workflows.',
        version: '0.1.0',
      },
      servers: [{ url: '/' }],
      tags: TAGS,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'API key',
            description:
              'A key of POST /api/me/api-keys, in place of an access token; it needs the scope of the route.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({ schema: describeRoute(schema ?? {}, route), url }),
    transformObject: (description) => {
      // The plugin takes every body for required, and has no setting for those that are not.
      if ('openapiObject' in description) markOptionalBodies(description.openapiObject.paths);
      return 'openapiObject' in description ? description.openapiObject : description.swaggerObject;
    },
    refResolver: {
      buildLocalReference: (schema, _base, _fragment, i) => String(schema.$id ?? `schema-${i}`),
    },
  });

  app.get('/openapi.json', { config: { policy: 'public' }, schema: { hide: true } }, async () =>
    app.swagger(),
  );

  await app.register(async (docs) => {
    // The plugin builds URLs from the Host header, and throws on one that is none.
    docs.addHook('onRequest', async (request) => {
      if (URL.canParse(`http://${request.hostname}`)) return;
      throw new DomainError('VALIDATION_FAILED', 'The Host header is not valid.');
    });
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY);
      reply.header('cache-control', 'public, max-age=300');
    });
    await docs.register(reference, {
      routePrefix: DOCS_ROUTES,
      configuration: PAGE_OPTIONS,
    });
  });
}
