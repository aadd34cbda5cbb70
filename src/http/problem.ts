import type { FastifyReply } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { type DomainError, type ErrorCode, errorCatalogue } from '../errors.ts';

/** Every error of a JSON endpoint (RFC 9457, decisions, section 1). */
export const problemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ description: 'Stable; docs/use/errors.md lists them all' }),
    requestId: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  },
  { $id: 'Problem', title: 'Problem', description: 'An error as RFC 9457 describes it' },
);

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The document that tells of an error. */
export function problemDocument(error: DomainError, requestId: string) {
  const { status, title } = errorCatalogue[error.code];
  return {
    type: `urn:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: error.detail,
    code: error.code,
    requestId,
    ...(error.paths.length > 0 && { errors: error.paths }),
  };
}

const codes = new WeakMap<FastifyReply, ErrorCode>();

/** The code of the problem that a request was answered with, if it was. */
export function findProblemCode(reply: FastifyReply): ErrorCode | undefined {
  return codes.get(reply);
}

/** Answers with a problem document. */
export function sendProblem(reply: FastifyReply, error: DomainError): FastifyReply {
  codes.set(reply, error.code);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  // A limiter says how long; whatever else was too busy is free again soon.
  if (error.status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', 1);
  for (const name of ['content-length', 'content-disposition']) reply.removeHeader(name);
  // Serialised here: a route's response schemas must not decide what an error says.
  return reply
    .code(error.status)
    .header('content-type', PROBLEM_TYPE)
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problemDocument(error, reply.request.id));
}

type RefusalStatus = 400 | 401 | 403 | 404 | 429 | 500;

/** Response schemas of the statuses a route can refuse with: `response: { 200: x, ...problems(400, 404) }`. */
export function problems(...statuses: readonly RefusalStatus[]): Record<number, object> {
  return Object.fromEntries(statuses.map((status) => [status, describeProblem(status)]));
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `errors` names every failing place',
  401: 'No valid access token',
  403: 'The caller may see this but not do it',
  404: 'There is no such thing, or the caller may not see it',
  429: 'Too many requests; `Retry-After` says when to come back',
  500: 'A fault on the side of the service',
};

/** What such an answer always carries. */
export const problemHeaders: Readonly<Record<number, Record<string, TSchema>>> = {
  401: { 'WWW-Authenticate': Type.String() },
  429: { 'Retry-After': Type.Integer({ minimum: 1, description: 'Seconds' }) },
};

function describeProblem(status: number) {
  const headers = problemHeaders[status];
  return {
    description: reasons[status] ?? 'Refused',
    ...(headers !== undefined && { headers }),
    content: { 'application/problem+json': { schema: Type.Unsafe({ $ref: 'Problem#' }) } },
  };
}
