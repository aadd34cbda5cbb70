import { hasCode } from '../../../../src/infra/error-code.ts';

/** Sends a request to one of several addresses. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** A stamp of some hundred rows on a busy machine takes its time. */
const ANSWER_MS = 120_000;

/**
 * Asks the addresses in turn, over kept connections, and goes on to the next one where the connection is refused, as a
 * load balancer with health checks does. Nothing else is tried again: a connection that breaks is a broken answer.
 */
export function createBalancer(urls: readonly string[]): Send {
  let turn = 0;
  return async (path, init = {}) => {
    // Each request goes through all of them, whatever turn others take meanwhile.
    const first = turn++;
    for (let tried = 1; ; tried++) {
      const url = urls[(first + tried) % urls.length] ?? '';
      try {
        return await fetch(url + path, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
      } catch (error) {
        const isRefused = error instanceof TypeError && hasCode(error.cause, 'ECONNREFUSED');
        if (!isRefused || tried === urls.length) throw error;
      }
    }
  };
}
