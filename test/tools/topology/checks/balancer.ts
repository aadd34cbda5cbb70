import { hasCode } from '../../../../src/infra/error-code.ts';

/** Sends a request to one of several addresses. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

const TIMEOUT_MS = 120_000;

/**
 * Distributes requests over the addresses. If a connection is refused, it tries the next address, as a load balancer with
 * health checks does. There is no other retry: a broken connection is an error.
 */
export function createBalancer(urls: readonly string[]): Send {
  let requests = 0;
  return async (path, init = {}) => {
    // Fixed per request, so that each request tries every address, whatever other requests do meanwhile.
    const first = requests++;
    for (let attempt = 1; ; attempt++) {
      const url = urls[(first + attempt) % urls.length] ?? '';
      try {
        return await fetch(url + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      } catch (error) {
        const isRefused = error instanceof TypeError && hasCode(error.cause, 'ECONNREFUSED');
        if (!isRefused || attempt === urls.length) throw error;
      }
    }
  };
}
