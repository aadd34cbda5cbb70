import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** By connection, the oldest first; the finished ones go when the next request comes. */
const answers = new WeakMap<Socket, ServerResponse[]>();

/** Remembers which answers each connection still waits for. */
export function trackResponses(server: Server): void {
  server.on('request', ({ socket }, response) => {
    answers.set(socket, [...pendingResponses(socket), response]);
  });
}

/**
 * The last answer that a connection owes or has begun, or undefined. None is owed yet to a request whose body has not
 * come whole: what is wrong with the connection then is wrong with that request.
 */
export function findPendingResponse(socket: Socket): ServerResponse | undefined {
  return pendingResponses(socket).findLast(({ req, headersSent }) => req.complete || headersSent);
}

function pendingResponses(socket: Socket): ServerResponse[] {
  return (answers.get(socket) ?? []).filter((response) => !response.writableFinished && !response.destroyed);
}
