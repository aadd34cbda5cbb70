import type { components } from './api-types.d.ts';

/** The error document of the service (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** A refusal of the service, with its own words. */
export class ApiError extends Error {
  readonly status: number;
  /** The stable code, or null where the answer was plain text. */
  readonly code: string | null;
  /** The whole document, or null where the answer was plain text. */
  readonly problem: Problem | null;

  constructor({ status, url }: Response, error: unknown) {
    const problem = isProblem(error) ? error : null;
    // A `fetch` of the caller's own may give a Response that it made, and such a one has no address.
    const who = url === '' ? 'The service' : new URL(url).pathname;
    super(`${who} answered ${status}: ${problem?.detail ?? String(error)}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem?.code ?? null;
    this.problem = problem;
  }
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}
