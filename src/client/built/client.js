import createFetchClient from 'openapi-fetch';
import { ApiError } from './api-error.js';
import { waitWhenLimited } from './wait-when-limited.js';
export { ApiError } from './api-error.js';
/** A client of the service. Its calls do not throw on a refusal: they give `{ data }` or `{ error }`. */
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
 * A client of the account with this password. Throws ApiError when it is refused, and an Error when the account asks
 * for a second factor: then call `POST /api/auth/login` and `POST /api/auth/verify-2fa` yourself.
 */
export async function logIn(options, credentials) {
    const answer = await getData(createClient(options).POST('/api/auth/login', { body: credentials }));
    if (!('accessToken' in answer))
        throw new Error('The account asks for a second factor.');
    return createClient({ ...options, accessToken: answer.accessToken });
}
/** What a call answers. Throws ApiError when it was refused. */
export async function getData(call) {
    const { data, error, response } = await call;
    if (!response.ok)
        throw new ApiError(response, error);
    return data;
}
/** For routes that take a form: `bodySerializer: toForm`. A `File` brings its name along. */
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
