import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { DomainError, type ErrorCode, type ErrorPath, notFound } from '../errors.ts';
import { isAborted } from './aborted.ts';
import { calendarMessages } from './calendar-patterns.ts';
import { sendProblem } from './problem.ts';
import { textMessages, WELL_FORMED } from './schemas.ts';

/** The error of the catalogue for an error of another layer; null for one it does not know. */
type TranslateError = (error: unknown) => DomainError | null;

/** Turns every error of a request into a response. */
export function installErrorHandler(app: FastifyInstance, translate: TranslateError = () => null): void {
  app.setErrorHandler((error: unknown, request, reply) =>
    sendError(translate(error) ?? error, request, reply),
  );
  app.setNotFoundHandler((request, reply) => sendError(notFound('This path'), request, reply));
}

/** Sends an error as a problem document. An unexpected error is logged and becomes a 500 without details. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = isAborted(request) ? requestAborted(error) : toDomainError(error);
  if (known === null || known.status >= 500) {
    request.log.error({ err: error, route: request.routeOptions?.url }, 'request failed');
  } else {
    // Without the detail, which may quote the request.
    request.log.debug({ code: known.code }, 'request rejected');
  }
  return sendProblem(
    reply,
    known ??
      new DomainError(
        'INTERNAL',
        'An unexpected error occurred. Try again; if it persists, report the requestId to your operator.',
      ),
  );
}

function requestAborted(cause: unknown): DomainError {
  return new DomainError('VALIDATION_FAILED', 'The connection was closed before the request was complete.', {
    cause,
  });
}

/** The catalogue's error for an error of the framework, the network or the database; null for an unexpected one. */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (!isFastifyError(error)) return null;
  if (UNREACHABLE.test(error.code)) {
    return new DomainError(
      'UNAVAILABLE',
      'A service that this request needs is not available. Try again in a moment.',
      {
        cause: error,
      },
    );
  }
  if (UNSTORABLE.test(error.code)) {
    const detail = 'A text contains the character U+0000, which cannot be stored. Remove it.';
    return new DomainError('VALIDATION_FAILED', detail, { cause: error });
  }
  if (error.validation) return validationError(error);
  const known = frameworkErrors[error.code];
  if (known) return new DomainError(known.code, known.detail, { cause: error });
  // Another rejection by the framework. It has more statuses than the API.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new DomainError('VALIDATION_FAILED', 'The request is not valid.', { cause: error });
  }
  return null;
}

/**
 * Codes of the network and of PostgreSQL for a server that cannot be reached or has no connections left (SQLSTATE class
 * 08, 57P, 53300), and for a transaction that collided too often (40001, 40P01).
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P\d\d|53300|40001|40P01)$/;

/** SQLSTATE of a text with NUL. Schemas reject NUL first; this catches a text without a schema. */
const UNSTORABLE = /^(22021|22P05)$/;

const frameworkErrors: Readonly<Record<string, { code: ErrorCode; detail: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'BODY_TOO_LARGE',
    detail: 'The body is larger than this route accepts.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'VALIDATION_FAILED',
    detail: 'The length of the body differs from Content-Length.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'UNSUPPORTED_CONTENT_TYPE',
    detail: 'Send application/json; send multipart/form-data to upload a file.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'INVALID_JSON', detail: 'The body is not valid JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'INVALID_JSON', detail: 'The body is empty; send a JSON object.' },
  FST_ERR_BAD_URL: { code: 'VALIDATION_FAILED', detail: 'The URL is not valid.' },
};

/** The parts of a request as error texts name them. */
const partNames: Readonly<Record<string, string>> = { querystring: 'query string', params: 'path' };

function validationError(error: FastifyError): DomainError {
  const part = error.validationContext ?? 'body';
  const paths = relevantOf(error.validation ?? [])
    .slice(0, MAX_PATHS)
    .map((problem): ErrorPath => {
      const { missingProperty, additionalProperty, propertyName } = problem.params as Record<string, unknown>;
      const member = missingProperty ?? additionalProperty ?? propertyName;
      const path = [...segmentsOf(problem.instancePath), ...(member === undefined ? [] : [String(member)])];
      return { path: path.join('.') || part, message: messageOf(problem) };
    });
  const names = paths.slice(0, 5).map(({ path, message }) => `${path} ${message}`);
  const subject = partNames[part] ?? part;
  return new DomainError('VALIDATION_FAILED', `The ${subject} is not valid: ${names.join('; ')}.`, { paths });
}

/** Leaves out "must be null" for a nullable member: the client sent a value and needs the problem of that value. */
function relevantOf(problems: readonly FastifySchemaValidationError[]): FastifySchemaValidationError[] {
  const relevant = problems.filter(
    ({ keyword, params }) => keyword !== 'anyOf' && !(keyword === 'type' && params.type === 'null'),
  );
  return relevant.length > 0 ? relevant : [...problems];
}

/** The message of a problem, to be read after the name of the member. */
function messageOf({ keyword, params, message }: FastifySchemaValidationError): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a known member';
  if (keyword === 'enum' && Array.isArray(params.allowedValues)) {
    return `must be one of ${params.allowedValues.join(', ')}`;
  }
  if (keyword === 'format' && params.format === WELL_FORMED)
    return 'contains a lone surrogate, which is not valid text';
  const ofPattern = keyword === 'pattern' ? patternMessages[String(params.pattern)] : undefined;
  return ofPattern ?? message ?? 'is not valid';
}

const patternMessages: Readonly<Record<string, string>> = { ...calendarMessages, ...textMessages };

/** The member names of a JSON pointer. */
function segmentsOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const MAX_PATHS = 100;

function isFastifyError(error: unknown): error is FastifyError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}
