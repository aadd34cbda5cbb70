import type { components } from '../api-types.d.ts';
/** The error document of the service (RFC 9457). */
export type Problem = components['schemas']['Problem'];
/** A refusal of the service, with its own words. */
export declare class ApiError extends Error {
    readonly status: number;
    /** The stable code, or null where the answer was plain text. */
    readonly code: string | null;
    /** The whole document, or null where the answer was plain text. */
    readonly problem: Problem | null;
    constructor({ status, url }: Response, error: unknown);
}
