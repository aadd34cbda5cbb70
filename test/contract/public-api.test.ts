import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The first version of the public API, which must not change. Every response in the tests is checked against the same
 * description.
 */
interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  default?: unknown;
  $ref?: string;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema & { examples?: string[] } }> }>;
  security?: object[];
}

const file = path.join(import.meta.dirname, '../../docs/openapi.json');
const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

function operation(name: string): Operation {
  const [method = '', url = ''] = name.split(' ');
  const found = paths[url]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}

const responseOf = (name: string, status = '200', type = 'application/json') =>
  operation(name).responses[status]?.content?.[type]?.schema;
const bodyOf = (name: string, type = 'application/json') =>
  operation(name).requestBody?.content[type]?.schema;

/** All alternatives of a schema that are objects; the items of lists. */
function objects(schema: Schema | undefined): Schema[] {
  if (schema === undefined) return [];
  if (schema.anyOf) return schema.anyOf.flatMap(objects);
  if (schema.items) return objects(schema.items);
  return schema.properties ? [schema] : [];
}

/** The kind of a value, as the tables below name it. */
function typesOf(schema: Schema): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf);
  if (schema.enum) return schema.enum.map((value) => typeof value);
  if (schema.const !== undefined) return [typeof schema.const];
  return schema.type === undefined ? [] : [schema.type];
}

type Rows = Readonly<Record<string, string>>;
const TEXTS = (...names: string[]): Rows => Object.fromEntries(names.map((name) => [name, 'string']));

const templateItem = TEXTS('publicId', 'name', 'thumbPath', 'columns', 'flags', 'createdAt', 'updatedAt');
const templateRecord = {
  ...TEXTS('publicId', 'name', 'pdfPath', 'thumbPath', 'columns', 'json', 'flags', 'createdAt'),
  namingPattern: 'string',
};
const user: Rows = {
  ...TEXTS('publicId', 'email', 'applicationRole', 'createdAt'),
  isEnabled: 'boolean',
  isVerified: 'boolean',
};
const profile: Rows = {
  ...user,
  stripeCustomerId: 'string',
  roles: 'array',
  monthlyActionsUsed: 'integer',
  organizationMemberships: 'array',
  subscriptions: 'array',
  twoFactor: 'object',
};
const workflowItem = TEXTS('publicId', 'name', 'status', 'triggerType', 'createdAt', 'updatedAt');
const workflow = { ...workflowItem, webhookUrl: 'string', stepsJson: 'string' };
const envelope: Rows = {
  content: 'array',
  totalPages: 'integer',
  totalElements: 'integer',
  size: 'integer',
  number: 'integer',
};

/** Members of the 200 responses. */
const responseTables: [string, Rows][] = [
  ['POST /api/auth/login', TEXTS('accessToken', 'publicId', 'email', 'applicationRole')],
  ['POST /api/auth/refresh-token', TEXTS('accessToken')],
  ['GET /api/templates', templateItem],
  ['GET /api/templates/metadata', TEXTS('publicId', 'name', 'columns', 'flags')],
  ['GET /api/templates/{publicId}', templateRecord],
  ['POST /api/templates', templateRecord],
  ['PUT /api/templates/{publicId}', templateRecord],
  ['GET /api/admin/users', envelope],
  ['GET /api/admin/users/{publicId}', { ...user, organizationMemberships: 'array' }],
  ['PATCH /api/admin/users/{publicId}', user],
  ['PATCH /api/admin/users/{publicId}/role', user],
  ['POST /api/admin/users/{publicId}/lock', user],
  ['POST /api/admin/users/{publicId}/unlock', user],
  ['POST /api/admin/users/{publicId}/reset-password', user],
  ['POST /api/admin/users/{publicId}/resend-verification', user],
  ['GET /api/me', profile],
  ['GET /api/workflows', workflowItem],
  ['GET /api/workflows/{publicId}', workflow],
  ['POST /api/workflows', workflow],
  ['PUT /api/workflows/{publicId}', workflow],
  [
    'GET /api/workflows/{workflowId}/webhook/latest-event',
    TEXTS('eventId', 'workflowId', 'eventPayload', 'receivedAt'),
  ],
];

test.each(responseTables)('%s always returns every field of its table', (name, rows) => {
  const found = objects(responseOf(name)).find(({ properties = {} }) =>
    Object.keys(rows).every((row) => row in properties),
  );
  expect([name, found?.required]).toEqual([name, expect.arrayContaining(Object.keys(rows))]);
  for (const [field, type] of Object.entries(rows)) {
    expect([field, typesOf(found?.properties?.[field] ?? {})]).toEqual([
      field,
      expect.arrayContaining([type]),
    ]);
  }
});

test('the items of the list of users are user records, and two-factor has `enabled` and `method`', () => {
  const [page] = objects(responseOf('GET /api/admin/users'));
  expect(Object.keys(objects(page?.properties?.content)[0]?.properties ?? {})).toEqual(
    expect.arrayContaining(Object.keys(user)),
  );
  const [me] = objects(responseOf('GET /api/me'));
  expect(Object.keys(me?.properties?.twoFactor?.properties ?? {}).toSorted()).toEqual(['enabled', 'method']);
});

/** Allowed and required members of requests. */
const bodies: [string, { type?: string; fields: string[]; required: string[] }][] = [
  ['POST /api/auth/login', { fields: ['email', 'password'], required: ['email', 'password'] }],
  [
    'POST /api/templates',
    {
      type: 'multipart/form-data',
      fields: ['file', 'name', 'json', 'columns', 'namingPattern'],
      required: ['file', 'name'],
    },
  ],
  [
    'PUT /api/templates/{publicId}',
    { type: 'multipart/form-data', fields: ['file', 'name', 'json', 'columns'], required: [] },
  ],
  [
    'POST /api/stamper/stamp',
    {
      type: 'multipart/form-data',
      fields: ['templateId', 'file', 'namingPattern'],
      required: ['file', 'templateId'],
    },
  ],
  ['PATCH /api/admin/users/{publicId}', { fields: ['email'], required: ['email'] }],
  ['PATCH /api/admin/users/{publicId}/role', { fields: ['applicationRole'], required: ['applicationRole'] }],
  ['POST /api/workflows', { fields: ['name', 'triggerType', 'stepsJson'], required: ['name', 'stepsJson'] }],
  ['PUT /api/workflows/{publicId}', { fields: ['name', 'status', 'stepsJson'], required: [] }],
];

test.each(bodies)(
  '%s takes the fields of its table',
  (name, { type = 'application/json', fields, required }) => {
    const [schema] = objects(bodyOf(name, type));
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(fields));
    expect((schema?.required ?? []).toSorted()).toEqual(required.toSorted());
  },
);

test('pages start at 0 and have 20 elements; the search term is optional', () => {
  const parameters = operation('GET /api/admin/users').parameters ?? [];
  const documented = parameters.map((each) => [
    each.name,
    each.schema.type,
    each.schema.default,
    each.required ?? false,
  ]);
  expect(documented).toEqual(
    expect.arrayContaining([
      ['page', 'integer', 0, false],
      ['size', 'integer', 20, false],
      ['search', 'string', undefined, false],
    ]),
  );
});

test('roles and statuses', () => {
  const role = objects(bodyOf('PATCH /api/admin/users/{publicId}/role'))[0]?.properties?.applicationRole;
  expect(role?.enum?.toSorted()).toEqual(['ADMIN', 'GUEST', 'MEMBER', 'SUPER_ADMIN']);
  const status = objects(bodyOf('PUT /api/workflows/{publicId}'))[0]?.properties?.status;
  expect(status?.enum?.toSorted()).toEqual(['ACTIVE', 'DISABLED', 'DRAFT', 'ERROR']);
});

test('content types of files', () => {
  const types = (name: string) => Object.keys(operation(name).responses['200']?.content ?? {});
  expect(types('POST /api/stamper/stamp')).toEqual(['application/zip']);
  expect(types('GET /api/documents/{documentId}/pdf')).toEqual(['application/pdf']);
});

test('the webhook needs no token and responds with the agreed plain texts', () => {
  const { responses, security } = operation('POST /api/workflows/{workflowId}/webhook');
  expect(security ?? []).toEqual([]);
  const words = (status: string) =>
    responses[status]?.content?.['text/plain']?.schema.examples?.join('\n') ?? '';
  expect(words('202')).toBe('Webhook received');
  for (const begin of [
    'Invalid JSON payload',
    'Payload validation failed: ',
    'Invalid schema or payload: ',
  ]) {
    expect(words('400')).toContain(begin);
  }
  expect(words('404')).toBe('Workflow not found!');
  expect(words('429')).toBe('Too Many Requests');
});

test('all but login, refresh and webhook need a token', () => {
  const open = responseTables.map(([name]) => name).filter((name) => !operation(name).security?.length);
  expect(open).toEqual(['POST /api/auth/login', 'POST /api/auth/refresh-token']);
});

test('the API responds with statuses of the closed list only', () => {
  const statuses = new Set(
    Object.entries(paths)
      .filter(([url]) => url.startsWith('/api'))
      .flatMap(([, operations]) =>
        Object.values(operations).flatMap(({ responses }) => Object.keys(responses)),
      ),
  );
  // Only clients that send a conditional or range header get 206 and 304.
  for (const status of ['206', '304']) statuses.delete(status);
  expect(['200', '201', '202', '400', '401', '403', '404', '429', '500']).toEqual(
    expect.arrayContaining([...statuses]),
  );
});
