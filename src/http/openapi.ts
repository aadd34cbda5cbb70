import swagger from '@fastify/swagger';
import type { App } from './app-types.ts';
import { describeRoute, markOptionalBodies } from './describe.ts';
import { problemSchema } from './problem.ts';

/** In the order of the documentation page. */
const TAGS = [
  { name: 'Authentication', description: 'Log in, then send the access token as `Authorization: Bearer`.' },
  { name: 'Users', description: 'Your own account.' },
  {
    name: 'API keys',
    description: 'Keys for programs, sent as `Authorization: Bearer` like an access token.',
  },
  { name: 'Administration', description: 'Manage accounts. For ADMIN and SUPER_ADMIN.' },
  {
    name: 'Organizations',
    description: 'Groups of accounts that share templates: profiles, members, invitations.',
  },
  { name: 'Templates', description: 'PDF forms and the mapping of their fields.' },
  { name: 'Stamping', description: 'Fill a template with every row of a spreadsheet.' },
  { name: 'Workflows', description: 'Graphs of nodes that process an event.' },
  { name: 'Webhooks', description: 'Receive events, and list the received ones.' },
  { name: 'Runs', description: 'The processing of an event, node by node.' },
  { name: 'Documents', description: 'PDFs created by runs.' },
  { name: 'Health', description: 'Checks for load balancers and operators.' },
];

/** Serves OpenAPI 3.1 of all routes at /openapi.json. Register before the routes. */
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
              'A key created by POST /api/me/api-keys, sent instead of an access token. It needs the scope of the route.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({ schema: describeRoute(schema ?? {}, route), url }),
    transformObject: (description) => {
      // The plugin marks every body as required and has no option to change that.
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
}
