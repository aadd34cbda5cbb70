import type { RouteOptions } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { isConditional } from './conditional-get.ts';
import { problems } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart form of a route, for the OpenAPI description. `withForm` enforces it. */
    form?: TSchema;
  }
}

/** The description of a response that is a file. */
export function binary(type: string, description: string) {
  return { description, content: { [type]: { schema: Type.Unsafe({ type: 'string', format: 'binary' }) } } };
}

interface DescribedField {
  required?: boolean;
  maxLength?: number;
  /** For the description only; the reader of the field enforces it. */
  pattern?: string;
  enum?: readonly string[];
}

/** The description of a multipart form with one file and text fields. */
export function formOf({
  fields,
  file: [name, required],
}: {
  fields: Readonly<Record<string, DescribedField>>;
  file: readonly [name: string, required: boolean];
}): TSchema {
  const texts = Object.entries(fields).map(([field, { required: _, ...rules }]) => [
    field,
    { type: 'string', ...rules },
  ]);
  const needed = Object.keys(fields).filter((field) => fields[field]?.required);
  return Type.Unsafe({
    type: 'object',
    properties: { [name]: { type: 'string', format: 'binary' }, ...Object.fromEntries(texts) },
    required: [...(required ? [name] : []), ...needed],
    additionalProperties: false,
  });
}

const notModified: object = {
  type: 'null',
  description: 'Not modified: `If-None-Match` names the current version',
};

/**
 * Adds to the description of a route: its form as the body (forms are streamed, so no schema validates them), its
 * security by the policy, and the responses that every route of its kind has.
 */
export function describeRoute<Schema extends object>(schema: Schema, route: RouteOptions): Schema {
  const { form, policy, scope, bodyIsOptional } = route.config ?? {};
  const isSecured = policy !== undefined && policy !== 'public';
  return {
    ...schema,
    ...describeInputs(schema),
    ...(bodyIsOptional === true && { [OPTIONAL_BODY]: true }),
    ...(form !== undefined && { consumes: ['multipart/form-data'], body: form }),
    ...('response' in schema && { response: describeResponses(schema.response as Responses, route) }),
    ...(isSecured && { security: scope === undefined ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }] }),
    ...(scope !== undefined && { description: describeScope(schema, scope) }),
  };
}

/** The inputs of a request. Members with a default are not required, because validation fills them in. */
function describeInputs(schema: object): object {
  const parts = Object.entries(schema).filter(([part]) => part === 'querystring' || part === 'body');
  return Object.fromEntries(parts.map(([part, input]) => [part, withoutDefaulted(input as Input)]));
}

interface Input {
  properties?: Readonly<Record<string, { default?: unknown }>>;
  required?: readonly string[];
}

function withoutDefaulted(input: Input): Input {
  const { properties = {}, required } = input;
  if (required === undefined) return input;
  const needed = required.filter((name) => properties[name]?.default === undefined);
  if (needed.length === required.length) return input;
  const { required: _, ...rest } = input;
  return needed.length === 0 ? rest : { ...rest, required: needed };
}

/** Marks an operation with an optional body until OpenAPI has its `requestBody`. */
const OPTIONAL_BODY = 'x-optional-body';

/** Sets `required: false` for the bodies that may be absent. */
export function markOptionalBodies(paths: object | undefined): void {
  for (const operation of Object.values(paths ?? {}).flatMap((path: object) => Object.values(path))) {
    if (operation[OPTIONAL_BODY] === undefined) continue;
    delete operation[OPTIONAL_BODY];
    operation.requestBody.required = false;
  }
}

function describeScope(schema: object, scope: string | readonly string[]): string {
  const own = 'description' in schema ? `${String(schema.description)} ` : '';
  const scopes = [scope].flat().map((name) => `\`${name}\``);
  return `${own}Open to API keys with the scope${scopes.length > 1 ? 's' : ''} ${scopes.join(' and ')}.`;
}

type Responses = Record<number, object & { headers?: unknown }>;

/** A route's own responses and those that every route of its kind has. */
function describeResponses(own: Responses, { method, url, config }: RouteOptions): Responses {
  const isSecured = config?.policy !== undefined && config.policy !== 'public';
  const responses = {
    ...(url.startsWith('/api/') && problems(400, 500)),
    // Every authenticated route rejects API keys without its scope.
    ...(isSecured && problems(403)),
    ...own,
  };
  if (method !== 'GET' || !isConditional(url)) return responses;
  const { 200: success } = responses as Responses;
  const headers = { ...(success?.headers as object | undefined), ETag: Type.String() };
  return { ...responses, ...(success && { 200: { ...success, headers } }), 304: notModified };
}
