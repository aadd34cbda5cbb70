import cors from '@fastify/cors';
import type { App } from './app-types.ts';

/** Seconds a browser remembers what a preflight answered. */
const REMEMBERED = 600;

/** What a page may read of an answer beyond the few headers browsers always show. */
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
 * Lets pages of exactly these origins call the API, cookies included. Others get no such header, and their preflight
 * the 404 of an unknown route; without any origin nothing is installed. Register before authentication: a preflight
 * carries no token, and a page must be able to read a 401.
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
    maxAge: REMEMBERED,
    // 204 is none of the API's statuses.
    optionsSuccessStatus: 200,
    strictPreflight: false,
  });
}

/** The origins of a setting: comma-separated, as browsers write them. */
export function parseOrigins(setting: string): string[] {
  const given = setting.split(',').map((part) => part.trim());
  return given.filter((part) => part !== '').map((part) => new URL(part).origin);
}
