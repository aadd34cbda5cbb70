type Send = (request: Request) => Promise<Response>;
/**
 * Sends again, `retries` times at most, what was answered 429, after the seconds of `Retry-After`. Like `fetch`, it throws
 * the reason of the request's signal as soon as that is aborted.
 */
export declare function waitWhenLimited(send: Send, retries: number): Send;
export {};
