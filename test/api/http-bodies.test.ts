import fc from 'fast-check';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { multipart } from '../support/multipart.ts';
import { createOrganization, joinOrganization } from '../support/organizations.ts';
import { createTemplate } from '../support/templates.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

interface BodySchema {
  properties?: Record<string, unknown>;
}
interface Route {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  type: string;
  members: string[];
}

/** Mass assignment: no body sets what it was not made for, whatever the columns behind it are called. */
const api = await startTestApp({ name: 'http-bodies' });
const root = await signIn(api, 'SUPER_ADMIN');
const organization = await createOrganization(api, root);
await joinOrganization(api, root, { organization, role: 'ORG_ADMIN', who: root });
await createTemplate(api, root);
await createWorkflow(api, root);

/** Every route that reads a body, but for the webhook's, which is the sender's own. */
function routes(): Route[] {
  const { paths } = api.app.swagger() as unknown as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema: BodySchema }> } }>
    >;
  };
  return Object.entries(paths).flatMap(([url, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      if (body === undefined || url.endsWith('/webhook')) return [];
      const members = Object.keys(body.schema.properties ?? {});
      return [{ method: method.toUpperCase() as Route['method'], url, type, members }];
    }),
  );
}

function columns(): string[] {
  const all = [...api.services.orm.getMetadata().getAll().values()];
  const names = all.flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, { fieldNames }]) => [name, ...(fieldNames ?? [])]),
  );
  return [...new Set(names)];
}

const value = fc.oneof(
  fc.constantFrom<unknown>(true, false, null, 1, 0, 'SUPER_ADMIN', 'ORG_ADMIN', 'ACTIVE', '', [], {}),
  fc.jsonValue({ maxDepth: 1 }),
);

async function rows(): Promise<string> {
  const em = api.services.orm.em.fork();
  const tables = [
    'user_account',
    'organization',
    'membership',
    'invitation',
    'api_key',
    'template',
    'workflow',
  ];
  return JSON.stringify(
    await Promise.all(tables.map((table) => em.execute(`select * from ${table} order by id`))),
  );
}

function send({ method, url, type }: Route, body: Record<string, unknown>) {
  const target = { method, url: url.replaceAll(/\{\w+\}/g, 'x') };
  if (type === 'application/json') {
    return api.app.inject({ ...target, headers: root.headers, payload: body });
  }
  const form = multipart(Object.keys(body).map((name) => ({ name, value: 'x' })));
  return api.app.inject({
    ...target,
    payload: form.payload,
    headers: { ...root.headers, ...form.headers },
  });
}

test('the description names the bodies there are, all of them closed', () => {
  const all = routes();
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(({ type }) => type === 'multipart/form-data').length).toBeGreaterThan(3);
  for (const { url, members } of all) expect([url, members.length]).not.toEqual([url, 0]);
});

test('an unknown member of a body is rejected by name, and nothing changes', async () => {
  const before = await rows();
  const names = columns();
  expect(names).toEqual(expect.arrayContaining(['passwordHash', 'owner_id', 'secretHash', 'isEnabled']));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes()),
      fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
      async (route, given) => {
        const foreign = Object.keys(given).filter((name) => !route.members.includes(name));
        fc.pre(foreign.length > 0);
        const response = await send(route, given);
        // A form is rejected at its first unknown part, or before it is read.
        if (route.type !== 'application/json') expect([400, 404]).toContain(response.statusCode);
        else {
          const { code, errors = [] } = response.json();
          expect([route.url, response.statusCode, code]).toEqual([route.url, 400, 'VALIDATION_FAILED']);
          const paths = errors.map((error: { path: string }) => error.path);
          expect(paths).toEqual(expect.arrayContaining(foreign));
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(await rows()).toBe(before);
});

test('every route rejects a body that is not an object', async () => {
  for (const route of routes().filter(({ type }) => type === 'application/json')) {
    for (const text of ['[]', '1', '"x"', 'true']) {
      const response = await api.app.inject({
        method: route.method,
        url: route.url.replaceAll(/\{\w+\}/g, 'x'),
        payload: text,
        headers: { ...root.headers, 'content-type': 'application/json' },
      });
      expect([route.url, text, response.statusCode]).toEqual([route.url, text, 400]);
    }
  }
});
