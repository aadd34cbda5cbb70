type Send = (request: Request) => Promise<Response>;
/**
 * Sends a request again after `Retry-After` when the response is 429, at most `retries` times. Like `fetch`, it throws the
 * reason of the request's signal when that is aborted.
 */
export declare function waitWhenLimited(send: Send, retries: number): Send;
export {};
