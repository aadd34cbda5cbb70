import type { FastifyReply, FastifyRequest } from 'fastify';
import { refreshTokenInvalid } from './refresh-tokens.ts';

const NAME = 'refreshToken';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The refresh token of the request's cookie. Throws REFRESH_TOKEN_INVALID when it is absent, twice there or not one of ours. */
export function parseRefreshCookie(request: FastifyRequest): string {
  const header = request.headers.cookie ?? '';
  const given = header.split(';').filter((pair) => pair.trim().startsWith(`${NAME}=`));
  const token = request.cookies[NAME] ?? '';
  if (given.length !== 1 || !TOKEN.test(token)) throw refreshTokenInvalid();
  return token;
}

/** Hands the token to the browser, out of reach of scripts and sent to the auth routes only. */
export function setRefreshCookie(
  reply: FastifyReply,
  { token, expiresAt, now, secure }: { token: string; expiresAt: Date; now: Date; secure: boolean },
): void {
  const maxAge = Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000));
  reply.setCookie(NAME, token, { ...attributes(secure), maxAge });
}

/** Takes the cookie away. */
export function clearRefreshCookie(reply: FastifyReply, { secure }: { secure: boolean }): void {
  reply.setCookie(NAME, '', { ...attributes(secure), maxAge: 0 });
}

function attributes(secure: boolean) {
  return { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure } as const;
}
