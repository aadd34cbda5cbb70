type Send = (request: Request) => Promise<Response>;
/** Sends again, `retries` times at most, what was answered 429, after the seconds of `Retry-After`. */
export declare function waitWhenLimited(send: Send, retries: number): Send;
export {};
