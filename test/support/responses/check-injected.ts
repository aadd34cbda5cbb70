import { gunzipSync } from 'node:zlib';
import type { InjectOptions, Response } from 'light-my-request';
import type { App } from '../../../src/http/app-types.ts';
import { createResponseCheck, type Description } from './response-check.ts';

/**
 * Makes `app.inject` check each response against the API description; a fault rejects the call. Responses that tests
 * fetch over HTTP are checked by check-fetched.ts.
 */
export function checkInjectedResponses(app: App): void {
  const findFault = createResponseCheck(app.swagger() as unknown as Description);
  const inject = app.inject.bind(app);
  app.inject = (async (options: InjectOptions) => {
    const response = await inject(options);
    const fault = findFault({
      method: options.method ?? 'GET',
      url: String(options.url ?? options.path),
      requestHeaders: options.headers ?? {},
      status: response.statusCode,
      headers: response.headers,
      body: textOf(response),
    });
    if (fault !== null) throw new Error(fault);
    return response;
  }) as typeof app.inject;
}

function textOf({ headers, rawPayload }: Response): string {
  const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
  return bytes.toString();
}
