import { setTimeout as delay } from 'node:timers/promises';

/** What a call sends beside its path. */
export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT';
  json?: unknown;
  form?: FormData;
}

/** Calls the service as one signed-in user. */
export interface ApiClient {
  /** The answer, whatever its body is. Throws an error that names status and reason when it is a refusal. */
  call(path: string, options?: CallOptions): Promise<Response>;
  /** The answer read as JSON. */
  json<T>(path: string, options?: CallOptions): Promise<T>;
}

/** A refusal of the service, with its own words. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RefusedError';
    this.status = status;
  }
}

/** Signs in. Throws RefusedError with status 401 when the password is another one. */
export async function logIn(
  url: string,
  credentials: { email: string; password: string },
): Promise<ApiClient> {
  const { accessToken } = await createApiClient(url).json<{ accessToken: string }>('/api/auth/login', {
    method: 'POST',
    json: credentials,
  });
  return createApiClient(url, accessToken);
}

/** A client of the service at `url`, such as `http://127.0.0.1:3000`. */
export function createApiClient(url: string, accessToken?: string): ApiClient {
  async function send(path: string, { method = 'GET', json, form }: CallOptions): Promise<Response> {
    const headers: Record<string, string> = {};
    if (accessToken !== undefined) headers.authorization = `Bearer ${accessToken}`;
    if (json !== undefined) headers['content-type'] = 'application/json';
    const body = form ?? (json === undefined ? null : JSON.stringify(json));
    return fetch(new URL(path, url), { method, headers, body });
  }

  async function call(path: string, options: CallOptions = {}): Promise<Response> {
    for (;;) {
      const response = await send(path, options);
      if (response.ok) return response;
      const text = await response.text();
      const wait = Number(response.headers.get('retry-after'));
      if (response.status !== 429 || !(wait > 0)) {
        throw new RefusedError(
          response.status,
          `${options.method ?? 'GET'} ${path} answered ${response.status}: ${text}`,
        );
      }
      // Somebody ran the demo many times within a minute: the limit is part of the product.
      await delay(wait * 1000);
    }
  }

  return {
    call,
    json: async <T>(path: string, options?: CallOptions) => (await call(path, options)).json() as Promise<T>,
  };
}
