import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../app-types.ts';
import { DOCS_PATH } from '../docs-page.ts';

/** A page loads from this server only, calls this API only, and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The pages that e-mails link to, and the files they load. */
const FILES = {
  '/reset-password': ['reset-password.html', 'text/html; charset=utf-8'],
  '/invitations': ['invitations.html', 'text/html; charset=utf-8'],
  '/pages/form.js': ['form.js', 'text/javascript; charset=utf-8'],
  '/pages/reset-password.js': ['reset-password.js', 'text/javascript; charset=utf-8'],
  '/pages/invitations.js': ['invitations.js', 'text/javascript; charset=utf-8'],
  '/pages/page.css': ['page.css', 'text/css; charset=utf-8'],
} as const;

/**
 * The pages that e-mails link to: password reset and invitations. Only the script of the page reads the token in the URL;
 * `Referrer-Policy: no-referrer` keeps it from other sites.
 */
export async function registerPageRoutes(app: App): Promise<void> {
  const hidden = { config: { policy: 'public' }, schema: { hide: true } } as const;
  app.get('/', hidden, async (_request, reply) => reply.redirect(DOCS_PATH));
  for (const [url, [file, type]] of Object.entries(FILES)) {
    const content = await readFile(path.join(import.meta.dirname, file));
    app.get(url, hidden, async (_request, reply) =>
      reply.header('content-security-policy', POLICY).type(type).send(content),
    );
  }
}
