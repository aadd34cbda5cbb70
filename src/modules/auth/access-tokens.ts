import { randomUUID } from 'node:crypto';
import jwt, { type FastifyJWTOptions } from '@fastify/jwt';
import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { DomainError } from '../../errors.ts';
import type { App } from '../../http/app-types.ts';
import type { Clock } from '../../infra/clock.ts';
import type { SecretKey, SecretKeys } from '../../infra/secret-keys.ts';

/** Access tokens live 15 minutes (specification, section 5). Seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

const ISSUER = 'stamping-service';
const AUDIENCE = 'stamping-service-api';
/** Marks what is an access token, so that no other token of ours ever passes for one (RFC 9068). */
const TYPE = 'at+jwt';
/** Longer ones are not ours; refused before any work. */
const MAX_LENGTH = 2048;
/** Tokens whose signature need not be checked again. */
const CHECKED_TOKENS = 1000;
/** Clocks of several servers differ a little; seconds. */
const SKEW = 5;

const claimsSchema = Type.Object({
  sub: Type.String({ minLength: 1 }),
  jti: Type.String({ minLength: 1 }),
  iat: Type.Integer({ minimum: 0 }),
  exp: Type.Integer({ minimum: 0 }),
});

type Claims = Type.Static<typeof claimsSchema>;

const claimsValidator = Compile(claimsSchema);

export interface AccessTokens {
  /** A signed token for the user with this public id. */
  issue(userId: string): string;
  /** The public id of the token's user. Throws UNAUTHENTICATED whatever is wrong with the token. */
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
 * JWT HS256 with everything pinned: algorithm, issuer, audience, type; `exp`, `iat`, `sub`, `jti` required. New tokens are
 * signed with the first key; those of the previous one count till they expire, so that a secret can be changed while
 * people work.
 */
export async function installAccessTokens(
  app: App,
  { keys: [current, previous], clock }: { keys: SecretKeys; clock: Clock },
): Promise<void> {
  await app.register(jwt, { namespace: 'current', ...optionsOf(current) });
  if (previous) await app.register(jwt, { namespace: 'previous', ...optionsOf(previous) });
  const known = previous ? [app.jwt.current, app.jwt.previous] : [app.jwt.current];
  // All tokens of one key have the same header, `kid` included, byte for byte. What begins otherwise is not ours.
  const byHeader = new Map(known.map((each) => [headerOf(each.sign({})), each]));

  /** A signature holds for ever; what may change, times and account, is looked at in every request. */
  const checked = new LRUCache<string, Claims>({ max: CHECKED_TOKENS });
  const check = (token: string): Claims => {
    const key = token.length <= MAX_LENGTH ? byHeader.get(headerOf(token)) : undefined;
    const claims = verified(() => key?.verify(token));
    if (!claimsValidator.Check(claims) || 'nbf' in claims) throw refused();
    checked.set(token, claims);
    return claims;
  };

  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  app.decorate('accessTokens', {
    issue(userId) {
      const iat = seconds();
      return app.jwt.current.sign({ sub: userId, jti: randomUUID(), iat, exp: iat + ACCESS_TOKEN_SECONDS });
    },
    parse(token) {
      const claims = checked.get(token) ?? check(token);
      const now = seconds();
      if (claims.exp <= now || claims.iat > now + SKEW) throw refused();
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
      // Times are checked by our clock and with their types.
      ignoreExpiration: true,
      ignoreNotBefore: true,
      // Ours, in front of it, needs no hash of the token.
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
    throw refused(cause);
  }
}

function refused(cause?: unknown): DomainError {
  return new DomainError(
    'UNAUTHENTICATED',
    'The access token is missing, not valid or expired; log in or refresh it.',
    { cause },
  );
}
