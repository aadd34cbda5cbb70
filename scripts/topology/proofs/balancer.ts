import { hasCode } from '../../../src/infra/error-code.ts';

/** Sends a request to one of several addresses. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Asks the addresses in turn, over kept connections, and goes on to the next one where the connection is refused, as a
 * load balancer with health checks does. Nothing else is tried again: a connection that breaks is a broken answer.
 */
export function createBalancer(urls: readonly string[]): Send {
  let turn = 0;
  return async (path, init = {}) => {
    for (let left = urls.length; ; left--) {
      const url = urls[turn++ % urls.length] ?? '';
      try {
        return await fetch(url + path, { ...init, signal: AbortSignal.timeout(30_000) });
      } catch (error) {
        const isRefused = error instanceof TypeError && hasCode(error.cause, 'ECONNREFUSED');
        if (!isRefused || left === 1) throw error;
      }
    }
  };
}
