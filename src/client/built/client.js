import createFetchClient from 'openapi-fetch';
import { ApiError } from './api-error.js';
import { waitWhenLimited } from './wait-when-limited.js';
export { ApiError } from './api-error.js';
/** Creates a client. Its calls return `{ data }` or `{ error }`; they do not throw for error responses. */
export function createClient(options) {
    const { baseUrl, accessToken, limitRetries = 0, fetch = globalThis.fetch } = options;
    const client = createFetchClient({ baseUrl, fetch: waitWhenLimited(fetch, limitRetries) });
    client.use({
        async onRequest({ request }) {
            const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
            if (token !== undefined)
                request.headers.set('authorization', `Bearer ${token}`);
            return request;
        },
    });
    return client;
}
/**
 * Logs in and creates a client with the access token. Throws ApiError when the log-in fails, and an Error when the account
 * uses two-factor authentication: then call `POST /api/auth/login` and `POST /api/auth/verify-2fa` yourself.
 */
export async function logIn(options, credentials) {
    const login = await getData(createClient(options).POST('/api/auth/login', { body: credentials }));
    if (!('accessToken' in login))
        throw new Error('The account uses two-factor authentication.');
    return createClient({ ...options, accessToken: login.accessToken });
}
/** The data of a call. Throws ApiError for an error response. */
export async function getData(call) {
    const { data, error, response } = await call;
    if (!response.ok)
        throw new ApiError(response, error);
    return data;
}
/** Serializes the body of a multipart route: `bodySerializer: toForm`. A `File` keeps its name. */
export function toForm(body) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body)) {
        if (value instanceof Blob)
            form.set(name, value);
        else if (value !== undefined)
            form.set(name, String(value));
    }
    return form;
}
