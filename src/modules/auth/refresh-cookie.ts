import type { FastifyReply, FastifyRequest } from 'fastify';
import { refreshTokenInvalid } from './refresh-tokens.ts';

const NAME = 'refreshToken';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The refresh token of the cookie. Throws REFRESH_TOKEN_INVALID when it is missing, repeated or malformed. */
export function parseRefreshCookie(request: FastifyRequest): string {
  const header = request.headers.cookie ?? '';
  const given = header.split(';').filter((pair) => pair.trim().startsWith(`${NAME}=`));
  const token = request.cookies[NAME] ?? '';
  if (given.length !== 1 || !TOKEN.test(token)) throw refreshTokenInvalid();
  return token;
}

/** Sets the cookie. Scripts cannot read it, and browsers send it to the auth routes only. */
export function setRefreshCookie(
  reply: FastifyReply,
  { token, expiresAt, now, secure }: { token: string; expiresAt: Date; now: Date; secure: boolean },
): void {
  const maxAge = Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000));
  reply.setCookie(NAME, token, { ...attributes(secure), maxAge });
}

/** Deletes the cookie. */
export function clearRefreshCookie(reply: FastifyReply, { secure }: { secure: boolean }): void {
  reply.setCookie(NAME, '', { ...attributes(secure), maxAge: 0 });
}

function attributes(secure: boolean) {
  return { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure } as const;
}
