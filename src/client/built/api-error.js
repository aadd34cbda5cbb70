/** A refusal of the service, with its own words. */
export class ApiError extends Error {
    status;
    /** The stable code, or null where the answer was plain text. */
    code;
    /** The whole document, or null where the answer was plain text. */
    problem;
    constructor({ status, url }, error) {
        const problem = isProblem(error) ? error : null;
        super(`${new URL(url).pathname} answered ${status}: ${problem?.detail ?? String(error)}`);
        this.name = 'ApiError';
        this.status = status;
        this.code = problem?.code ?? null;
        this.problem = problem;
    }
}
function isProblem(error) {
    return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}
