import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** By connection, oldest first. Finished ones are removed with the next request. */
const responses = new WeakMap<Socket, ServerResponse[]>();

/** Tracks the unfinished responses of each connection. */
export function trackResponses(server: Server): void {
  server.on('request', ({ socket }, response) => {
    responses.set(socket, [...pendingResponses(socket), response]);
  });
}

/**
 * The last unfinished response of a connection whose request is complete or whose headers are sent; undefined without one.
 * An error while the body of a request still arrives belongs to that request.
 */
export function findPendingResponse(socket: Socket): ServerResponse | undefined {
  return pendingResponses(socket).findLast(({ req, headersSent }) => req.complete || headersSent);
}

function pendingResponses(socket: Socket): ServerResponse[] {
  return (responses.get(socket) ?? []).filter(
    (response) => !response.writableFinished && !response.destroyed,
  );
}
