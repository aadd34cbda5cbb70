import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Hands requests to the framework by turns of the event loop: all that have arrived are read and parsed, then all of them
 * are handled. Each step then runs for many in a row and finds its code in the processor's caches (ADR 50). A request that
 * comes alone waits for nothing. Call once the framework listens for requests.
 */
export function handleByTurns(server: Server): void {
  const [handle, ...others] = server.listeners('request') as Handle[];
  if (handle === undefined || others.length > 0) throw new Error('Exactly one listener handles requests.');
  let arrived: Parameters<Handle>[] = [];

  const handleAll = (): void => {
    const turn = arrived;
    arrived = [];
    for (const [request, response] of turn) {
      // Of a connection that is gone already no body would ever come.
      if (!request.destroyed) Reflect.apply(handle, server, [request, response]);
    }
  };

  server.removeListener('request', handle);
  server.on('request', (request, response) => {
    arrived.push([request, response]);
    if (arrived.length === 1) setImmediate(handleAll);
  });
}
