import { type Client } from 'openapi-fetch';
import type { paths } from '../api-types.d.ts';
export { ApiError } from './api-error.ts';
export type { paths } from '../api-types.d.ts';
/** One method per HTTP method, typed by the OpenAPI description. */
export type ApiClient = Client<paths>;
export interface ClientOptions {
    /** The URL of the service, such as `https://stamping.example.com`. */
    baseUrl: string;
    /** An access token or API key, or a function that returns one before each request. Default: none is sent. */
    accessToken?: string | (() => string | Promise<string>);
    /** How often a rate-limited request is sent again after `Retry-After`. Default: 0. */
    limitRetries?: number;
    /** Default: the global `fetch`. */
    fetch?: (request: Request) => Promise<Response>;
}
/** Creates a client. Its calls return `{ data }` or `{ error }`; they do not throw for error responses. */
export declare function createClient(options: ClientOptions): ApiClient;
/**
 * Logs in and creates a client with the access token. Throws ApiError when the log-in fails, and an Error when the account
 * uses two-factor authentication: then call `POST /api/auth/login` and `POST /api/auth/verify-2fa` yourself.
 */
export declare function logIn(options: Omit<ClientOptions, 'accessToken'>, credentials: {
    email: string;
    password: string;
}): Promise<ApiClient>;
/** The data of a call. Throws ApiError for an error response. */
export declare function getData<Result extends {
    data?: unknown;
    error?: unknown;
    response: Response;
}>(call: Promise<Result>): Promise<Exclude<Result['data'], undefined>>;
/** Serializes the body of a multipart route: `bodySerializer: toForm`. A `File` keeps its name. */
export declare function toForm(body: object): FormData;
