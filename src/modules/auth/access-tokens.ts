import { randomUUID } from 'node:crypto';
import jwt, { type FastifyJWTOptions } from '@fastify/jwt';
import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { DomainError } from '../../errors.ts';
import type { App } from '../../http/app-types.ts';
import type { Clock } from '../../infra/clock.ts';
import type { SecretKey, SecretKeys } from '../../infra/secret-keys.ts';

/** An access token is valid for 15 minutes. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

const ISSUER = 'stamping-service';
const AUDIENCE = 'stamping-service-api';
/** The type of an access token (RFC 9068), so that no other token of the service is accepted as one. */
const TYPE = 'at+jwt';
/** Characters. A longer token is rejected unread. */
const MAX_LENGTH = 2048;
/** The number of tokens whose verified signature is cached. */
const CACHED_TOKENS = 1000;
/** Seconds by which the clocks of several servers may differ. */
const SKEW = 5;

const claimsSchema = Type.Object({
  sub: Type.String({ minLength: 1 }),
  jti: Type.String({ minLength: 1 }),
  iat: Type.Integer({ minimum: 0 }),
  exp: Type.Integer({ minimum: 0 }),
});

type Claims = Type.Static<typeof claimsSchema>;

const claimsValidator = Compile(claimsSchema);

interface AccessTokens {
  /** A signed token for the user with this public id. */
  issue(userId: string): string;
  /** Verifies a token and returns the public id of its user. Throws UNAUTHENTICATED. */
  parse(token: string): string;
}

declare module 'fastify' {
  interface FastifyInstance {
    accessTokens: AccessTokens;
  }
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    namespaces: 'current' | 'previous';
  }
}

/**
 * Access tokens are JWT (HS256). Algorithm, issuer, audience and type are fixed; `exp`, `iat`, `sub` and `jti` are required.
 * New tokens are signed with the first key. Tokens of the previous key are accepted until they expire, so that the secret
 * can be rotated without ending sessions.
 */
export async function installAccessTokens(
  app: App,
  { keys: [current, previous], clock }: { keys: SecretKeys; clock: Clock },
): Promise<void> {
  await app.register(jwt, { namespace: 'current', ...optionsOf(current) });
  if (previous) await app.register(jwt, { namespace: 'previous', ...optionsOf(previous) });
  const known = previous ? [app.jwt.current, app.jwt.previous] : [app.jwt.current];
  // All tokens of a key have the same encoded header, which includes `kid`. A token with another header is rejected.
  const byHeader = new Map(known.map((each) => [headerOf(each.sign({})), each]));

  /** Verified tokens. A signature does not change; expiry and account are checked with every request. */
  const verifiedTokens = new LRUCache<string, Claims>({ max: CACHED_TOKENS });
  const check = (token: string): Claims => {
    const key = token.length <= MAX_LENGTH ? byHeader.get(headerOf(token)) : undefined;
    const claims = verified(() => key?.verify(token));
    if (!claimsValidator.Check(claims) || 'nbf' in claims) throw invalidToken();
    verifiedTokens.set(token, claims);
    return claims;
  };

  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  app.decorate('accessTokens', {
    issue(userId) {
      const iat = seconds();
      return app.jwt.current.sign({ sub: userId, jti: randomUUID(), iat, exp: iat + ACCESS_TOKEN_SECONDS });
    },
    parse(token) {
      const claims = verifiedTokens.get(token) ?? check(token);
      const now = seconds();
      if (claims.exp <= now || claims.iat > now + SKEW) throw invalidToken();
      return claims.sub;
    },
  });
}

function optionsOf({ id, secret }: SecretKey): FastifyJWTOptions {
  return {
    secret,
    sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE, header: { alg: 'HS256', typ: TYPE, kid: id } },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      checkTyp: TYPE,
      requiredClaims: ['exp', 'iat', 'sub', 'jti', 'iss', 'aud'],
      allowedCritHeaders: [],
      // `parse` checks the times with the clock of the service.
      ignoreExpiration: true,
      ignoreNotBefore: true,
      // `verifiedTokens` is the cache; the one of the library hashes each token.
      cache: false,
    },
  };
}

function headerOf(token: string): string {
  return token.slice(0, token.indexOf('.'));
}

function verified(verify: () => unknown): unknown {
  try {
    return verify();
  } catch (cause) {
    throw invalidToken(cause);
  }
}

function invalidToken(cause?: unknown): DomainError {
  return new DomainError(
    'UNAUTHENTICATED',
    'The access token is not valid or has expired. Log in or refresh it.',
    { cause },
  );
}
