import type { FastifyReply } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { type DomainError, type ErrorCode, errorCatalogue } from '../errors.ts';

/** The response of every error (RFC 9457). */
export const problemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ description: 'A stable code; docs/use/errors.md lists all codes' }),
    requestId: Type.String(),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  },
  { $id: 'Problem', title: 'Problem', description: 'An error in the format of RFC 9457' },
);

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The problem document of an error. */
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

/** Until an overload is over whose end is unknown. */
const SHORT_WAIT_SECONDS = 1;

const codes = new WeakMap<FastifyReply, ErrorCode>();

/** The code of the problem document that was sent, or undefined. */
export function findProblemCode(reply: FastifyReply): ErrorCode | undefined {
  return codes.get(reply);
}

/** Sends a problem document. */
export function sendProblem(reply: FastifyReply, error: DomainError): FastifyReply {
  codes.set(reply, error.code);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.status === 429) reply.header('retry-after', error.retryAfterSeconds ?? SHORT_WAIT_SECONDS);
  for (const name of ['content-length', 'content-disposition']) reply.removeHeader(name);
  // Serialized here: the response schemas of the route must not filter the error.
  return reply
    .code(error.status)
    .header('content-type', PROBLEM_TYPE)
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problemDocument(error, reply.request.id));
}

type ProblemStatus = 400 | 401 | 403 | 404 | 429 | 500;

/** The response schemas of errors with these statuses: `response: { 200: x, ...problems(400, 404) }`. */
export function problems(...statuses: readonly ProblemStatus[]): Record<number, object> {
  return Object.fromEntries(statuses.map((status) => [status, describeProblem(status)]));
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `errors` lists each invalid member',
  401: 'The access token or API key is missing or not valid',
  403: 'The caller may not do this',
  404: 'Not found, or not visible to the caller',
  429: 'Too many requests; retry after `Retry-After` seconds',
  500: 'An error of the service',
};

/** The headers of an error response, by status. */
const problemHeaders: Readonly<Record<number, Record<string, TSchema>>> = {
  401: { 'WWW-Authenticate': Type.String() },
  429: { 'Retry-After': Type.Integer({ minimum: 1, description: 'Seconds' }) },
};

function describeProblem(status: number) {
  const headers = problemHeaders[status];
  return {
    description: reasons[status] ?? 'Error',
    ...(headers !== undefined && { headers }),
    content: { 'application/problem+json': { schema: Type.Unsafe({ $ref: 'Problem#' }) } },
  };
}
