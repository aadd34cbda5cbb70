import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { InjectOptions, Response } from 'light-my-request';
import type { App } from '../../src/http/app-types.ts';

/** The statuses of the specification, section 7, and 202; 503 is for readiness alone. */
const CLOSED_LIST = [200, 201, 202, 400, 401, 403, 404, 429, 500];
/** What any request may be answered with, whatever its route says: it did not get as far as the route. */
const ANY_ROUTE = [400, 404, 500];

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, object> }> }>>;
}

/**
 * Holds every answer to what the API description says about its route: status, content type, body. Wraps `inject`, so
 * that no test can forget it.
 */
export function checkAnswers(app: App): void {
  const description = app.swagger() as unknown as Description;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(description, 'api');
  const inject = app.inject.bind(app);

  const check = (options: InjectOptions, response: Response) => {
    const method = (options.method ?? 'GET').toLowerCase();
    const url = String(options.url ?? options.path).split('?')[0] ?? '';
    const name = `${method.toUpperCase()} ${url} -> ${response.statusCode} ${response.body.slice(0, 300)}`;
    const conditional = options.headers?.['if-none-match'] !== undefined;
    // Asked for, and never seen by who does not ask.
    if (conditional && response.statusCode === 304 && response.body === '') return;
    const isPart = options.headers?.range !== undefined && response.statusCode === 206;
    if (url.startsWith('/api') && !isPart && !CLOSED_LIST.includes(response.statusCode)) {
      throw new Error(`${name}\nis a status the specification does not know`);
    }
    const path = Object.keys(description.paths).find((template) => matches(template, url, description));
    const answers = path === undefined ? undefined : description.paths[path]?.[method]?.responses;
    if (path === undefined || answers === undefined || method === 'head') return;
    const { statusCode: status } = response;
    const content = answers[status]?.content;
    if (content === undefined) {
      if (ANY_ROUTE.includes(status)) return;
      throw new Error(`${name}\nis not among the answers its route describes`);
    }
    const type = (response.headers['content-type'] ?? '').toString().split(';')[0] ?? '';
    if (!(type in content)) throw new Error(`${name}\nis ${type}, described as ${Object.keys(content)}`);
    if (!type.endsWith('json')) return;
    const pointer = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
    const validate = ajv.getSchema(`api#/${pointer.map(escapePointer).join('/')}`);
    if (validate && !validate(jsonOf(response))) {
      throw new Error(`${name}\ndoes not match its schema: ${ajv.errorsText(validate.errors)}`);
    }
  };

  app.inject = (async (options: InjectOptions) => {
    const response = await inject(options);
    check(options, response);
    return response;
  }) as typeof app.inject;
}

function jsonOf({ headers, rawPayload }: Response): unknown {
  const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
  return JSON.parse(bytes.toString());
}

/** `/api/templates/metadata` is itself and no id. */
function matches(template: string, url: string, { paths }: Description): boolean {
  if (url in paths) return template === url;
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(url);
}

function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
