/** A refusal of the service, with its own words. */
export class ApiError extends Error {
    status;
    /** The stable code, or null where the answer was plain text. */
    code;
    /** The whole document, or null where the answer was plain text. */
    problem;
    constructor({ status, url }, error) {
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
function isProblem(error) {
    return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}
