import Fastify, { type FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';
import type { App } from './app-types.ts';

/** Path of the readable API reference. */
export const DOCS_PATH = '/docs';

/** The page loads nothing from other origins. It styles and starts itself inline. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** Switches off everything that would contact the vendor's services. */
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

/**
 * Serves the API reference at /docs. Its package holds 4 MB of script, so an application of its own loads it at the
 * first request for the page and the service starts without it.
 */
export function registerDocsPage(app: App): void {
  let page: Promise<FastifyInstance> | undefined;
  app.addHook('onClose', async () => void (await (await page)?.close()));
  const options = { config: { policy: 'public' }, schema: { hide: true } } as const;
  for (const url of [DOCS_PATH, `${DOCS_PATH}/*`]) {
    app.get(url, options, async (request, reply) => {
      // The package builds URLs from the Host header, and throws if it is not valid.
      if (!URL.canParse(`http://${request.hostname}`)) {
        throw new DomainError('VALIDATION_FAILED', 'The Host header is not valid.');
      }
      page ??= loadPage();
      // A failure must neither stay nor prevent the end of the application.
      page.catch(() => {
        page = undefined;
      });
      const { statusCode, headers, rawPayload } = await (await page).inject({ url: request.url });
      for (const name of ['content-type', 'location'] as const) {
        const value = headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'public, max-age=300');
      return reply.code(statusCode).send(rawPayload);
    });
  }
}

async function loadPage(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const page = Fastify();
  await page.register(reference, { routePrefix: DOCS_PATH, configuration: PAGE_OPTIONS });
  return page;
}
