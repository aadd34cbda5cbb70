import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createAnswerCheck, type Description } from './response-check.ts';

/**
 * Each answer that a test fetches from the service is held to docs/openapi.json. A fault fails the test even where
 * its author expected no answer at all.
 */
let faults: string[] = [];
let findFault: ReturnType<typeof createAnswerCheck> | undefined;

const load = () => {
  const file = path.join(import.meta.dirname, '../../../docs/openapi.json');
  return createAnswerCheck(JSON.parse(readFileSync(file, 'utf8')) as Description);
};

const fetchAsIs = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const response = await fetchAsIs(request);
  const { pathname, search } = new URL(request.url);
  // Others than the service are fetched from too; nobody else sets both of these.
  const isOurs = response.headers.has('x-request-id') && response.headers.has('referrer-policy');
  if (!isOurs) return response;
  // A file is not read twice: a test may be about reading half of it.
  const isText = /json|^text\/plain/.test(response.headers.get('content-type') ?? '');
  findFault ??= load();
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
};

/** After each test: throws what was wrong with the answers it had. */
export function throwFaults(): void {
  const found = faults;
  faults = [];
  if (found.length > 0) throw new Error(found.join('\n\n'));
}
