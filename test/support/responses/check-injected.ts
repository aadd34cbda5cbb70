import { gunzipSync } from 'node:zlib';
import type { InjectOptions, Response } from 'light-my-request';
import type { App } from '../../../src/http/app-types.ts';
import { createResponseCheck, type Description, type ResponseCheck } from './response-check.ts';

/**
 * Makes `app.inject` check each response against the API description; a fault rejects the call. Responses that tests
 * fetch over HTTP are checked by check-fetched.ts.
 */
export function checkInjectedResponses(app: App): void {
  const findFault = checkOf(app.swagger() as unknown as Description);
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

/** Of the description of each app; apps of this process usually have the same, and compiling its schemas takes long. */
const checks = new Map<string, ResponseCheck>();

function checkOf(description: Description): ResponseCheck {
  const key = JSON.stringify(description);
  const check = checks.get(key) ?? createResponseCheck(description);
  checks.set(key, check);
  return check;
}

function textOf({ headers, rawPayload }: Response): string {
  const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
  return bytes.toString();
}
