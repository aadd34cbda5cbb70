import cors from '@fastify/cors';
import type { App } from './app-types.ts';

/** Seconds a browser may cache the result of a preflight. */
const PREFLIGHT_SECONDS = 600;

/** Response headers that a page may read besides those that are always readable. */
const EXPOSED = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Stamp-Warnings',
  'X-Request-Id',
];

/**
 * Allows pages of exactly these origins to call the API with cookies. Pages of other origins get no CORS headers, and a 404
 * for a preflight. Register before authentication: a preflight has no token, and a page must be able to read a 401.
 */
export async function installCors(app: App, { origins }: { origins: readonly string[] }): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: async (origin: string | undefined) =>
      origin !== undefined && origins.includes(origin) ? origin : false,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-None-Match',
      'If-Range',
      'Last-Event-ID',
      'Range',
      'Traceparent',
      'X-Request-Id',
    ],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    // The API does not use 204.
    optionsSuccessStatus: 200,
    strictPreflight: false,
  });
}

/** The origins of a comma-separated setting, in the form of the `Origin` header. */
export function parseOrigins(setting: string): string[] {
  const given = setting.split(',').map((part) => part.trim());
  return given.filter((part) => part !== '').map((part) => new URL(part).origin);
}
