import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A request and the response of the service, whether injected or fetched. */
interface Exchange {
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

interface DescribedResponse {
  content?: Record<string, object>;
  headers?: Record<string, { schema: object }>;
}

export interface Description {
  paths: Record<string, Record<string, { responses: Record<string, DescribedResponse> }>>;
}

/** Returns null, or a text that describes the fault. */
export type ResponseCheck = (exchange: Exchange) => string | null;

/** The only statuses of paths under `/api` (ADR 4). 503 is used by `/readyz` alone. */
const API_STATUSES = [200, 201, 202, 400, 401, 403, 404, 429, 500];
/** Sent as a trailer if the archive begins before all warnings are known. */
const OPTIONAL_HEADERS = ['stamp-warnings'];

/**
 * Checks responses against an API description: status, content type, headers and body. Of paths that the description does
 * not have, only the status is checked.
 */
export function createResponseCheck(description: Description): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(description, 'api');
  const findHeaderFault = createHeaderCheck();

  return (exchange) => {
    const { status, headers, body } = exchange;
    const method = exchange.method.toLowerCase();
    const url = exchange.url.split('?')[0] ?? '';
    const fail = (fault: string) =>
      `${method.toUpperCase()} ${url} -> ${status} ${body?.slice(0, 300) ?? ''}\n${fault}`;
    const path = pathOf(url, description);
    const described = path === null ? undefined : description.paths[path]?.[method]?.responses[status];
    // The description leaves out 206 and 304, which a client gets only if it sends these request headers.
    const isConditional =
      (status === 304 && 'if-none-match' in exchange.requestHeaders && !body) ||
      (status === 206 && 'range' in exchange.requestHeaders);
    if (url.startsWith('/api') && !isConditional && !API_STATUSES.includes(status)) {
      return fail('is not a status of the API');
    }
    if (path === null || method === 'head' || description.paths[path]?.[method] === undefined) return null;
    if (described === undefined) return fail('is not among the responses that its route describes');
    const headerFault = findHeaderFault(described.headers ?? {}, headers);
    if (headerFault !== null) return fail(headerFault);
    if (described.content === undefined) return body ? fail('has a body, described as having none') : null;
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    if (!(type in described.content))
      return fail(`is ${type}, described as ${Object.keys(described.content)}`);
    if (!type.endsWith('json') || body === null) return null;
    const pointer = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
    const validate = ajv.getSchema(`api#/${pointer.map(escapePointer).join('/')}`);
    if (validate?.(JSON.parse(body)) !== false) return null;
    return fail(`does not match its schema: ${ajv.errorsText(validate.errors)}`);
  };
}

function createHeaderCheck() {
  const ajv = new Ajv2020({ strict: false, coerceTypes: true });
  /** By schema. The value is a member, because only members are converted from text. */
  const validators = new Map<object, ValidateFunction>();
  const isValid = (schema: object, value: unknown) => {
    const validate = validators.get(schema) ?? ajv.compile({ properties: { value: schema } });
    validators.set(schema, validate);
    return validate({ value });
  };
  return (described: NonNullable<DescribedResponse['headers']>, headers: Exchange['headers']) => {
    for (const [name, { schema }] of Object.entries(described)) {
      const value = headers[name.toLowerCase()];
      if (value === undefined) {
        if (!OPTIONAL_HEADERS.includes(name.toLowerCase())) return `lacks the header ${name}`;
      } else if (!isValid(schema, value)) {
        return `has ${name}: ${String(value)}, which does not match its schema`;
      }
    }
    return null;
  };
}

/** The path template of a URL. An exact path wins: `/api/templates/metadata` is not `/api/templates/{publicId}`. */
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
