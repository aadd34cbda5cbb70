import type { components } from '../api-types.d.ts';
/** The problem document of an error (RFC 9457). */
export type Problem = components['schemas']['Problem'];
/** An error response of the service. */
export declare class ApiError extends Error {
    readonly status: number;
    /** The stable code; null for a plain-text response. */
    readonly code: string | null;
    /** The problem document; null for a plain-text response. */
    readonly problem: Problem | null;
    constructor({ status, url }: Response, error: unknown);
}
