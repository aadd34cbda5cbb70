/** An error response of the service. */
export class ApiError extends Error {
    status;
    /** The stable code; null for a plain-text response. */
    code;
    /** The problem document; null for a plain-text response. */
    problem;
    constructor({ status, url }, error) {
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
function isProblem(error) {
    return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}
