import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.ts';
import { enforceRate } from '../../http/rate-limit.ts';
import { countHeaders } from '../../http/raw-headers.ts';
import { installResponseRevocation } from '../../http/revoke-responses.ts';
import type { RateLimiter } from '../../infra/rate-limit/rate-limiter.ts';
import type { ApiKeyScope } from '../api-keys/api-key.entity.ts';
import type { KeyCallers } from '../api-keys/key-callers.ts';
import { looksLikeKey } from '../api-keys/key-secret.ts';
import type { CurrentUser } from '../users/current-user.ts';
import type { UsersService } from '../users/users.service.ts';
import { allowsRole, allowsScopes, type Policy } from './policy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    currentUser: CurrentUser | null;
  }
}

export interface AuthenticationDeps {
  users: UsersService;
  keyCallers: KeyCallers;
  rateLimiter: RateLimiter;
  /** Of an account whose plan sets no limit; 0: no limit. */
  requestsPerMinute: number;
}

/**
 * Enforces every route's policy before its body is read: token or API key, account (read from the database each time,
 * so that a lock or a new role counts at once), the account's rate, role, and the scopes of the key. Long answers are
 * broken off when account, role or key end meanwhile.
 */
export function installAuthentication(app: FastifyInstance, deps: AuthenticationDeps): void {
  const { users, keyCallers, rateLimiter, requestsPerMinute } = deps;
  const revocation = installResponseRevocation(app);
  app.decorateRequest('currentUser', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { policy, scope } = request.routeOptions.config;
    // Without a policy no route matched: the not-found handler answers.
    if (policy === undefined || policy === 'public') return done();
    authenticate({ request, reply, policy, scope }).then(() => done(), done);
  });

  async function authenticate({ request, reply, policy, scope }: Entering): Promise<void> {
    const token = bearerOf(request);
    const { user, scopes } = await getBearer(token);
    const limit = user.requestsPerMinute ?? requestsPerMinute;
    enforceRate(reply, await rateLimiter.take(`account:${user.publicId}`, limit));
    if (!allowsRole(policy, user.applicationRole)) {
      throw new DomainError('FORBIDDEN', `The role ${user.applicationRole} may not do this.`);
    }
    if (!allowsScopes(scope, scopes)) throw keyRejected(scope);
    request.currentUser = user;
    revocation.watch(request, async () => {
      const now = looksLikeKey(token) ? await keyCallers.find(token) : await findOwner(user.publicId);
      return now !== null && allowsRole(policy, now.user.applicationRole);
    });
  }

  /** `scopes` is null for an access token. Throws UNAUTHENTICATED. */
  async function getBearer(
    token: string,
  ): Promise<{ user: CurrentUser; scopes: readonly ApiKeyScope[] | null }> {
    if (looksLikeKey(token)) {
      const caller = await keyCallers.find(token);
      if (caller === null) throw unauthenticated();
      return caller;
    }
    const caller = await findOwner(app.accessTokens.parse(token));
    if (caller === null) throw unauthenticated();
    return caller;
  }

  /** Of an access token, which is good for everything its owner may do. */
  async function findOwner(publicId: string): Promise<{ user: CurrentUser; scopes: null } | null> {
    const user = await users.findEnabled(publicId);
    return user && { user, scopes: null };
  }
}

interface Entering {
  request: FastifyRequest;
  reply: FastifyReply;
  policy: Policy;
  scope: ApiKeyScope | undefined;
}

/** The account of an authenticated route. Throws on a public one, which is a mistake of ours. */
export function getUser(request: FastifyRequest): CurrentUser {
  if (request.currentUser === null) throw new Error(`${request.url} is public and has no user`);
  return request.currentUser;
}

function bearerOf(request: FastifyRequest): string {
  // Node joins nothing here: of two Authorization headers it keeps the first, so the raw list is counted.
  const given = countHeaders(request.raw.rawHeaders, 'authorization');
  const match = /^Bearer +([A-Za-z0-9_.~+/=-]+)$/i.exec(request.headers.authorization ?? '');
  if (given > 1 || !match?.[1]) throw unauthenticated();
  return match[1];
}

function keyRejected(scope: ApiKeyScope | undefined): DomainError {
  const detail =
    scope === undefined
      ? 'No API key is accepted here; log in and send an access token.'
      : `This API key lacks the scope ${scope}.`;
  return new DomainError('API_KEY_REFUSED', detail);
}

function unauthenticated(): DomainError {
  const detail = 'Send a valid access token or API key: Authorization: Bearer <token>.';
  return new DomainError('UNAUTHENTICATED', detail);
}
