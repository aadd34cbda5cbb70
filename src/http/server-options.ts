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

/** Milliseconds in which a whole request must arrive, uploads included. */
const REQUEST_TIMEOUT = 120_000;
/** Milliseconds in which the headers must arrive. */
const HEADERS_TIMEOUT = 15_000;
/** Milliseconds between two checks of both timeouts. Node's default is 30 seconds. */
const CHECK_INTERVAL = 2_000;
/** Milliseconds without traffic after which a socket is closed. Longer than the longest pause while stamping. */
const SOCKET_TIMEOUT = 300_000;

interface ServerSettings {
  logger: Logger;
  /** The largest body of a request that is not a form. */
  maxJsonBytes: number;
  /** Addresses and networks whose `X-Forwarded-*` headers count, separated by commas; empty: none. */
  trustedProxies: string;
  /** Milliseconds. */
  headersTimeout?: number | undefined;
}

/** The options of the HTTP server: timeouts, size limits, and errors below the framework. */
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
      connectionsCheckingInterval: CHECK_INTERVAL,
      requireHostHeader: false,
    },
    // An id of any length reaches its route, which responds with 404 as for every unknown id.
    routerOptions: { maxParamLength: maxHeaderSize },
    trustProxy: parseProxies(trustedProxies),
    // The API does not use 503. Requests that have arrived are served.
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
 * Responds to requests that Node's parser rejects, which never reach the framework. 414 and 431 become 400. Earlier
 * responses of the connection are sent first: a sender whose event was stored must not receive an error for it.
 */
function sendClientError(this: unknown, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  // The response has already ended the connection; ignore later data.
  if (!socket.writable) return;
  const detail = reasonOf(error.code);
  const pending = findPendingResponse(socket);
  if (pending === undefined) rejectRequest(socket, detail);
  else pending.once('close', () => socket.writable && rejectRequest(socket, detail));
}

function reasonOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  if (code === 'HPE_HEADER_OVERFLOW') return `The URL and the headers have more than ${maxHeaderSize} bytes.`;
  return 'The request is not valid HTTP.';
}

/** Rejects CONNECT: this server is not a proxy. */
export function rejectTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  rejectRequest(socket, 'CONNECT is not supported.');
}

/** Sends a 400 without the framework and closes the connection. */
function rejectRequest(socket: Duplex, detail: string): void {
  const body = problemText(detail);
  const head = [
    `HTTP/1.1 400 ${STATUS_CODES[400]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Rejects an `Expect` header other than 100-continue, with 400 instead of Node's 417. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(400, { 'content-type': PROBLEM_TYPE, connection: 'close' });
  response.end(problemText('The Expect header is not supported.'));
}

/** A problem document for a request without an id. */
function problemText(detail: string): string {
  return JSON.stringify(problemDocument(new DomainError('VALIDATION_FAILED', detail), randomUUID()));
}
