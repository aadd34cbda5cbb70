import type { RouteOptions } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { isConditional } from './conditional-get.ts';
import { problems } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a multipart route reads, for its description; `withForm` enforces it. */
    form?: TSchema;
  }
}

/** Description of an answer that is a file. */
export function binary(type: string, description: string) {
  return { description, content: { [type]: { schema: Type.Unsafe({ type: 'string', format: 'binary' }) } } };
}

interface DescribedField {
  required?: boolean;
  maxLength?: number;
  /** Told, and enforced by who reads the field. */
  pattern?: string;
  enum?: readonly string[];
}

/** Description of a multipart form with one file and text fields. */
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
  description: 'What `If-None-Match` names is still what there is',
};

/**
 * What the description says of a route beyond its schemas: its form as its body (forms are streamed, there is no body
 * to validate), whether its policy asks for a token, and the
 * answers nobody chooses.
 */
export function describeRoute<Schema extends object>(schema: Schema, route: RouteOptions): Schema {
  const { form, policy, scope, bodyIsOptional } = route.config ?? {};
  const isSecured = policy !== undefined && policy !== 'public';
  return {
    ...schema,
    ...describeInputs(schema),
    ...(bodyIsOptional === true && { [OPTIONAL_BODY]: true }),
    ...(form !== undefined && { consumes: ['multipart/form-data'], body: form }),
    ...('response' in schema && { response: describeAnswers(schema.response as Answers, route) }),
    ...(isSecured && { security: scope === undefined ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }] }),
    ...(scope !== undefined && { description: describeScope(schema, scope) }),
  };
}

/** What a request says, without what it may leave out: validation fills in defaults, and asks for nothing that has one. */
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

/** Marks an operation until its body is described. */
const OPTIONAL_BODY = 'x-optional-body';

/** Says of the bodies that may be left out that they may. */
export function markOptionalBodies(paths: object | undefined): void {
  for (const operation of Object.values(paths ?? {}).flatMap((path: object) => Object.values(path))) {
    if (operation[OPTIONAL_BODY] === undefined) continue;
    delete operation[OPTIONAL_BODY];
    operation.requestBody.required = false;
  }
}

function describeScope(schema: object, scope: string): string {
  const said = 'description' in schema ? `${String(schema.description)} ` : '';
  return `${said}Open to API keys with the scope \`${scope}\`.`;
}

type Answers = Record<number, object & { headers?: unknown }>;

/** A route's own answers, and those that every route of its kind has besides. */
function describeAnswers(own: Answers, { method, url, config }: RouteOptions): Answers {
  const isSecured = config?.policy !== undefined && config.policy !== 'public';
  const answers = {
    ...(url.startsWith('/api/') && problems(400, 500)),
    // Every authenticated route refuses some API key.
    ...(isSecured && problems(403)),
    ...own,
  };
  if (method !== 'GET' || !isConditional(url)) return answers;
  const { 200: success } = answers as Answers;
  const headers = { ...(success?.headers as object | undefined), ETag: Type.String() };
  return { ...answers, ...(success && { 200: { ...success, headers } }), 304: notModified };
}
