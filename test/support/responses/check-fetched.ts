import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createResponseCheck, type Description, type ResponseCheck } from './response-check.ts';

const sendRequest = globalThis.fetch;
let findFault: ResponseCheck | undefined;
let faults: string[] = [];

/**
 * Replaces the global `fetch` of a test process, so that every response of the service that a test fetches is
 * checked against docs/openapi.json. Requests and responses are unchanged.
 */
export function checkFetchedResponses(): void {
  globalThis.fetch = checkedFetch;
}

/** For `afterEach`: throws the faults of the responses that the test has fetched, even where it expected none. */
export function throwFaults(): void {
  const found = faults;
  faults = [];
  if (found.length > 0) throw new Error(found.join('\n\n'));
}

async function checkedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(input, init);
  const response = await sendRequest(request);
  const { pathname, search } = new URL(request.url);
  // Tests fetch from other servers too. Only the service sets both headers.
  const isOurs = response.headers.has('x-request-id') && response.headers.has('referrer-policy');
  if (!isOurs) return response;
  // The body of a file is left to the test, which may stop reading half-way.
  const isText = /json|^text\/plain/.test(response.headers.get('content-type') ?? '');
  findFault ??= loadCheck();
  const fault = findFault({
    method: request.method,
    url: `${pathname}${search}`,
    requestHeaders: Object.fromEntries(request.headers),
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isText ? await response.clone().text() : null,
  });
  if (fault !== null) faults.push(fault);
  return response;
}

function loadCheck() {
  const file = path.join(import.meta.dirname, '../../../docs/openapi.json');
  return createResponseCheck(JSON.parse(readFileSync(file, 'utf8')) as Description);
}
