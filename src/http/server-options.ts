import { randomUUID } from 'node:crypto';
import {
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type FastifyHttpOptions, LogController } from 'fastify';
import { DomainError } from '../errors.ts';
import type { Logger } from '../infra/logger.ts';
import { sendError } from './error-handler.ts';
import { findPendingResponse } from './pending-responses.ts';
import { PROBLEM_TYPE, problemDocument } from './problem.ts';
import { requestIdOf } from './request-id.ts';
import { RequestLogger } from './request-logger.ts';

/** Whole requests, uploads included, arrive within this; milliseconds. */
const REQUEST_TIMEOUT = 120_000;
/** Headers arrive within this; a slow sender of headers, or of nothing, holds a socket no longer. */
const HEADERS_TIMEOUT = 15_000;
/** How late either of them may be noticed. Node's own default is half a minute. */
const CHECKS_EVERY = 2_000;
/** A socket on which nothing moves is closed; longer than the longest pause of a stamp. */
const SOCKET_TIMEOUT = 300_000;

export interface ServerSettings {
  logger: Logger;
  /** The largest body of a request that is not a form. */
  maxJsonBytes: number;
  /** Addresses and networks whose `X-Forwarded-*` headers count, separated by commas; empty: none. */
  trustedProxies: string;
  /** Milliseconds. */
  headersTimeout?: number | undefined;
}

/** Everything about the HTTP server that is not a route: time-outs, sizes, and errors below the framework. */
export function serverOptions({
  logger,
  maxJsonBytes,
  trustedProxies,
  headersTimeout = HEADERS_TIMEOUT,
}: ServerSettings): FastifyHttpOptions<Server> {
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (parent, bindings, options) =>
      new RequestLogger(() => parent.child(bindings, options)),
    genReqId: requestIdOf,
    bodyLimit: maxJsonBytes,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: SOCKET_TIMEOUT,
    http: {
      headersTimeout,
      connectionsCheckingInterval: CHECKS_EVERY,
      requireHostHeader: false,
    },
    // An id of any length is looked at by its route and is 404 there, as every other unknown id.
    routerOptions: { maxParamLength: maxHeaderSize },
    trustProxy: parseProxies(trustedProxies),
    // 503 is not among the statuses of the API; requests that are already here are served to the end.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: sendClientError,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  };
}

function parseProxies(setting: string): false | string[] {
  const proxies = setting.split(',').map((part) => part.trim());
  const given = proxies.filter((part) => part !== '');
  return given.length === 0 ? false : given;
}

/**
 * Requests that Node's parser refuses never reach the framework: 414 and 431 are 400 too (decisions, section 1). What was
 * asked before on the same connection is answered first: a sender whose event is stored must not read a refusal.
 */
function sendClientError(this: unknown, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  // It has its answer, which is perhaps still on its way; what comes behind is not looked at.
  if (!socket.writable) return;
  const detail = reasonOf(error.code);
  const before = findPendingResponse(socket);
  if (before === undefined) refuse(socket, detail);
  else before.once('close', () => socket.writable && refuse(socket, detail));
}

function reasonOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  if (code === 'HPE_HEADER_OVERFLOW')
    return `The address and the headers have more than ${maxHeaderSize} bytes.`;
  return 'The request is not valid HTTP.';
}

/** CONNECT: this is no proxy. */
export function rejectTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  refuse(socket, 'CONNECT is not supported.');
}

/** Answers where no framework's reply exists, and closes the connection. */
function refuse(socket: Duplex, detail: string): void {
  const body = refusal(detail);
  const head = [
    `HTTP/1.1 400 ${STATUS_CODES[400]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** An `Expect` header other than 100-continue: 400 in place of Node's 417. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(400, { 'content-type': PROBLEM_TYPE, connection: 'close' });
  response.end(refusal('The Expect header is not supported.'));
}

/** A problem document for a request that never got an id. */
function refusal(detail: string): string {
  return JSON.stringify(problemDocument(new DomainError('VALIDATION_FAILED', detail), randomUUID()));
}
