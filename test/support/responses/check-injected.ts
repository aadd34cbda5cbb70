import { gunzipSync } from 'node:zlib';
import type { InjectOptions, Response } from 'light-my-request';
import type { App } from '../../../src/http/app-types.ts';
import { createAnswerCheck, type Description } from './response-check.ts';

/**
 * Holds every answer of `inject` to what the API description says about its route, so that no test can forget it.
 * What comes over the wire is held to it by check-fetch.ts.
 */
export function checkAnswers(app: App): void {
  const findFault = createAnswerCheck(app.swagger() as unknown as Description);
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
