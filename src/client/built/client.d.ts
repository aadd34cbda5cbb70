import { type Client } from 'openapi-fetch';
import type { paths } from '../api-types.d.ts';
export { ApiError } from './api-error.ts';
export type { paths } from '../api-types.d.ts';
/** One method per HTTP method; path, parameters, body and answer are those of the API description. */
export type ApiClient = Client<paths>;
export interface ClientOptions {
    /** Where the service is, such as `https://stamping.example.com`. */
    baseUrl: string;
    /** An access token or API key; a function is asked before each request. Left out, nothing is sent. */
    accessToken?: string | (() => string | Promise<string>);
    /** How often a request that met a rate limit waits as long as it is told and is sent again; 0 by default. */
    limitRetries?: number;
    /** Sends the requests; the global `fetch` by default. */
    fetch?: (request: Request) => Promise<Response>;
}
/** A client of the service. Its calls do not throw on a refusal: they give `{ data }` or `{ error }`. */
export declare function createClient(options: ClientOptions): ApiClient;
/**
 * A client of the account with this password. Throws ApiError when it is refused, and an Error when the account asks
 * for a second factor: then call `POST /api/auth/login` and `POST /api/auth/verify-2fa` yourself.
 */
export declare function logIn(options: Omit<ClientOptions, 'accessToken'>, credentials: {
    email: string;
    password: string;
}): Promise<ApiClient>;
/** What a call answers. Throws ApiError when it was refused. */
export declare function getData<Answer extends {
    data?: unknown;
    error?: unknown;
    response: Response;
}>(call: Promise<Answer>): Promise<Exclude<Answer['data'], undefined>>;
/** For routes that take a form: `bodySerializer: toForm`. A `File` brings its name along. */
export declare function toForm(body: object): FormData;
