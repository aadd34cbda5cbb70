import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** An answer of the service as it came, whatever carried it. */
export interface Exchange {
  method: string;
  /** Path and query. */
  url: string;
  requestHeaders: Readonly<Record<string, unknown>>;
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, unknown>>;
  /** The decoded body, or null where it was not read. */
  body: string | null;
}

interface Answer {
  content?: Record<string, object>;
  headers?: Record<string, { schema: object }>;
}

export interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
}

/** The only statuses of the API (ADR 4); 503 is for readiness alone. */
const CLOSED_LIST = [200, 201, 202, 400, 401, 403, 404, 429, 500];
/** A trailer when the archive was begun before all warnings were known. */
const MAY_BE_MISSING = ['stamp-warnings'];

/**
 * Judges answers by an API description: status, content type, headers, body. The judgement is null, or what is wrong.
 * Addresses that the description does not know are judged by the closed list of statuses alone.
 */
export function createAnswerCheck(description: Description): (exchange: Exchange) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(description, 'api');
  const headerAjv = new Ajv2020({ strict: false, coerceTypes: true });

  return (exchange) => {
    const { status, headers, body } = exchange;
    const method = exchange.method.toLowerCase();
    const url = exchange.url.split('?')[0] ?? '';
    const fail = (what: string) =>
      `${method.toUpperCase()} ${url} -> ${status} ${body?.slice(0, 300) ?? ''}\n${what}`;
    const path = pathOf(url, description);
    const answer = path === null ? undefined : description.paths[path]?.[method]?.responses[status];
    // 206 and 304 are asked for, and never seen by who does not ask.
    const isAskedFor =
      (status === 304 && 'if-none-match' in exchange.requestHeaders && !body) ||
      (status === 206 && 'range' in exchange.requestHeaders);
    if (url.startsWith('/api') && !isAskedFor && !CLOSED_LIST.includes(status)) {
      return fail('is a status the specification does not know');
    }
    if (path === null || method === 'head' || description.paths[path]?.[method] === undefined) return null;
    if (answer === undefined) return fail('is not among the answers its route describes');
    const headerFault = faultOfHeaders(answer.headers ?? {}, headers, headerAjv);
    if (headerFault !== null) return fail(headerFault);
    if (answer.content === undefined) return body ? fail('has a body, described as having none') : null;
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    if (!(type in answer.content)) return fail(`is ${type}, described as ${Object.keys(answer.content)}`);
    if (!type.endsWith('json') || body === null) return null;
    const pointer = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
    const validate = ajv.getSchema(`api#/${pointer.map(escapePointer).join('/')}`);
    if (validate?.(JSON.parse(body)) !== false) return null;
    return fail(`does not match its schema: ${ajv.errorsText(validate.errors)}`);
  };
}

function faultOfHeaders(
  described: NonNullable<Answer['headers']>,
  headers: Exchange['headers'],
  ajv: Ajv2020,
): string | null {
  for (const [name, { schema }] of Object.entries(described)) {
    const value = headers[name.toLowerCase()];
    if (value === undefined) {
      if (!MAY_BE_MISSING.includes(name.toLowerCase())) return `lacks the header ${name}`;
    } else if (!ajv.validate({ properties: { value: schema } }, { value })) {
      return `has ${name}: ${String(value)}, which is not as described`;
    }
  }
  return null;
}

/** `/api/templates/metadata` is itself and no id. */
function pathOf(url: string, { paths }: Description): string | null {
  if (url in paths) return url;
  const matches = (template: string) => {
    const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(url);
  };
  return Object.keys(paths).find(matches) ?? null;
}

function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
