import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { DomainError } from '../errors.ts';
import type { App } from '../http/app-types.ts';
import { ACCESS_TOKEN_SECONDS } from '../modules/auth/access-tokens.ts';
import { ADMINISTRATORS, allowsRole } from '../modules/auth/policy.ts';
import type { UsersService } from '../modules/users/users.service.ts';

interface AdmissionDeps {
  users: Pick<UsersService, 'findEnabled'>;
  /** The Temporal namespace whose payloads may be read. */
  namespace: string;
  /** Whether browsers send the cookie over HTTPS only. */
  cookieSecure: boolean;
}

const COOKIE = 'codecToken';
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const FILES = {
  '/': ['sign-in.html', 'text/html; charset=utf-8'],
  '/sign-in.js': ['sign-in.js', 'text/javascript; charset=utf-8'],
  '/pages/form.js': ['../http/pages/form.js', 'text/javascript; charset=utf-8'],
  '/pages/page.css': ['../http/pages/page.css', 'text/css; charset=utf-8'],
} as const;

/**
 * Admits administrators by their access token, sent as a bearer token or in a cookie. A small page sets the cookie, because
 * Temporal's UI can send only its own token. The cookie is sent by pages of the same site only, and CORS lets only the UI
 * read the responses.
 */
export async function installAdmission(
  app: App,
  { users, namespace, cookieSecure }: AdmissionDeps,
): Promise<{ admit: (request: FastifyRequest) => Promise<void> }> {
  const check = async (token: string | undefined): Promise<void> => {
    const user = await users.findEnabled(app.accessTokens.parse(token ?? ''));
    if (user === null)
      throw new DomainError('UNAUTHENTICATED', 'The account of this access token is locked or deleted.');
    if (!allowsRole(ADMINISTRATORS, user.applicationRole)) {
      throw new DomainError('FORBIDDEN', 'Only administrators may read payloads.');
    }
  };
  for (const [url, [file, type]] of Object.entries(FILES)) {
    const content = await readFile(path.join(import.meta.dirname, file));
    app.get(url, async (_request, reply) =>
      reply.header('content-security-policy', PAGE_POLICY).type(type).send(content),
    );
  }
  const body = Type.Object(
    { accessToken: Type.String({ maxLength: 2048 }) },
    { additionalProperties: false },
  );
  app.post('/session', { schema: { body } }, async (request, reply) => {
    await check(request.body.accessToken);
    reply.setCookie(COOKIE, request.body.accessToken, {
      httpOnly: true,
      sameSite: 'strict',
      secure: cookieSecure,
      path: '/',
      maxAge: ACCESS_TOKEN_SECONDS,
    });
    return {};
  });
  return {
    async admit({ headers, cookies }) {
      const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
      await check(bearer ?? cookies[COOKIE]);
      const requested = headers['x-namespace'];
      if (requested !== undefined && requested !== namespace) {
        const detail = `This codec server decodes payloads of the namespace ${namespace} only.`;
        throw new DomainError('FORBIDDEN', detail);
      }
    },
  };
}
