import type { components } from './api-types.d.ts';

/** The problem document of an error (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** An error response of the service. */
export class ApiError extends Error {
  readonly status: number;
  /** The stable code; null for a plain-text response. */
  readonly code: string | null;
  /** The problem document; null for a plain-text response. */
  readonly problem: Problem | null;

  constructor({ status, url }: Response, error: unknown) {
    const problem = isProblem(error) ? error : null;
    // A custom `fetch` may return a Response without a URL.
    const sender = url === '' ? 'The service' : new URL(url).pathname;
    super(`${sender} returned ${status}: ${problem?.detail ?? String(error)}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem?.code ?? null;
    this.problem = problem;
  }
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}
