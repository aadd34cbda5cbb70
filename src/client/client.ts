import createFetchClient, { type Client } from 'openapi-fetch';
import { ApiError } from './api-error.ts';
import type { paths } from './api-types.d.ts';
import { waitWhenLimited } from './wait-when-limited.ts';

export { ApiError } from './api-error.ts';
export type { paths } from './api-types.d.ts';

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
export function createClient(options: ClientOptions): ApiClient {
  const { baseUrl, accessToken, limitRetries = 0, fetch = globalThis.fetch } = options;
  const client = createFetchClient<paths>({ baseUrl, fetch: waitWhenLimited(fetch, limitRetries) });
  client.use({
    async onRequest({ request }) {
      const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
      if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
      return request;
    },
  });
  return client;
}

/**
 * Logs in and creates a client with the access token. Throws ApiError when the log-in fails, and an Error when the account
 * uses two-factor authentication: then call `POST /api/auth/login` and `POST /api/auth/verify-2fa` yourself.
 */
export async function logIn(
  options: Omit<ClientOptions, 'accessToken'>,
  credentials: { email: string; password: string },
): Promise<ApiClient> {
  const login = await getData(createClient(options).POST('/api/auth/login', { body: credentials }));
  if (!('accessToken' in login)) throw new Error('The account uses two-factor authentication.');
  return createClient({ ...options, accessToken: login.accessToken });
}

/** The data of a call. Throws ApiError for an error response. */
export async function getData<Result extends { data?: unknown; error?: unknown; response: Response }>(
  call: Promise<Result>,
): Promise<Exclude<Result['data'], undefined>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response, error);
  return data as Exclude<Result['data'], undefined>;
}

/** Serializes the body of a multipart route: `bodySerializer: toForm`. A `File` keeps its name. */
export function toForm(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}
