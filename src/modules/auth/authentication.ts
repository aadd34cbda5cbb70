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
import { allowsRole, findMissingScope, type NeededScopes, type Policy } from './policy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    currentUser: CurrentUser | null;
    /** The scopes of the API key; null for an access token, which may do everything its account may. */
    keyScopes: readonly ApiKeyScope[] | null;
  }
}

interface AuthenticationDeps {
  users: UsersService;
  keyCallers: KeyCallers;
  rateLimiter: RateLimiter;
  /** The limit of an account whose plan sets none; 0 means no limit. */
  requestsPerMinute: number;
}

/**
 * Enforces the policy of every route before its body is read: access token or API key, account, rate limit, role, and the
 * scopes of the key. The account is read with every request, so that a lock or a new role takes effect at once. A long
 * response is aborted when its caller loses access.
 */
export function installAuthentication(app: FastifyInstance, deps: AuthenticationDeps): void {
  const { users, keyCallers, rateLimiter, requestsPerMinute } = deps;
  const revocation = installResponseRevocation(app);
  app.decorateRequest('currentUser', null);
  app.decorateRequest('keyScopes', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { policy, scope } = request.routeOptions.config;
    // Only an unmatched path has no policy; the not-found handler responds.
    if (policy === undefined || policy === 'public') return done();
    authenticate({ request, reply, policy, scope }).then(() => done(), done);
  });

  async function authenticate({ request, reply, policy, scope }: PendingRequest): Promise<void> {
    const token = bearerOf(request);
    const { user, scopes } = await getBearer(token);
    const limit = user.requestsPerMinute ?? requestsPerMinute;
    enforceRate(reply, await rateLimiter.take(`account:${user.publicId}`, limit));
    if (!allowsRole(policy, user.applicationRole)) {
      throw new DomainError('FORBIDDEN', `Your role ${user.applicationRole} does not allow this.`);
    }
    if (scopes !== null) requireScopes(scope, scopes);
    request.currentUser = user;
    request.keyScopes = scopes;
    revocation.watch(request, async () => {
      const now = looksLikeKey(token) ? await keyCallers.find(token) : await findOwner(user.publicId);
      return now !== null && allowsRole(policy, now.user.applicationRole);
    });
  }

  /** The caller of a token. `scopes` is null for an access token. Throws UNAUTHENTICATED. */
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

  /** The caller of an access token, which has no scopes. */
  async function findOwner(publicId: string): Promise<{ user: CurrentUser; scopes: null } | null> {
    const user = await users.findEnabled(publicId);
    return user && { user, scopes: null };
  }
}

interface PendingRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  policy: Policy;
  scope: NeededScopes | undefined;
}

/** The account of an authenticated route. Throws on a public route, which is a bug. */
export function getUser(request: FastifyRequest): CurrentUser {
  if (request.currentUser === null) throw new Error(`${request.url} is public and has no user`);
  return request.currentUser;
}

/** Whether the caller may read: an access token, or an API key with the scope `read`. */
export function mayRead({ keyScopes }: FastifyRequest): boolean {
  return keyScopes === null || keyScopes.includes('read');
}

function bearerOf(request: FastifyRequest): string {
  // Node keeps the first of two Authorization headers, so the raw headers are counted.
  const given = countHeaders(request.raw.rawHeaders, 'authorization');
  const match = /^Bearer +([A-Za-z0-9_.~+/=-]+)$/i.exec(request.headers.authorization ?? '');
  if (given > 1 || !match?.[1]) throw unauthenticated();
  return match[1];
}

/** Throws API_KEY_REFUSED. */
function requireScopes(needed: NeededScopes | undefined, scopes: readonly ApiKeyScope[]): void {
  if (needed === undefined) {
    const detail = 'This route does not accept API keys. Log in and send an access token.';
    throw new DomainError('API_KEY_REFUSED', detail);
  }
  const missing = findMissingScope(needed, scopes);
  if (missing === null) return;
  throw new DomainError('API_KEY_REFUSED', `This API key does not have the scope ${missing}.`);
}

function unauthenticated(): DomainError {
  const detail =
    'The access token or API key is missing or not valid. Send it in the header Authorization: Bearer <token>.';
  return new DomainError('UNAUTHENTICATED', detail);
}
