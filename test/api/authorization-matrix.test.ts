import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { InjectOptions } from 'light-my-request';
import { createPublicId, withKind } from '../../src/infra/public-id.ts';
import { type ApiKeyScope, apiKeyScopes } from '../../src/modules/api-keys/api-key.entity.ts';
import { Membership, type OrganizationRole } from '../../src/modules/organizations/membership.entity.ts';
import { Organization } from '../../src/modules/organizations/organization.entity.ts';
import type { ApplicationRole } from '../../src/modules/users/user.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createUser, login, type SignedIn, signIn } from '../support/login.ts';
import { deliverMails } from '../support/mails/mails.ts';
import { multipart } from '../support/multipart.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createTemplate } from '../support/templates.ts';
import { forgeToken } from '../support/tokens.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/**
 * Every route of the router times every kind of caller and of object. The expected permissions are written here by
 * rule and not read from the declarations of the routes: a new route is checked at once.
 */
const secret = 'a secret of at least thirty-two characters';
const ROLES = ['GUEST', 'MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const UNAUTHENTICATED = ['anonymous', 'expired', 'locked'] as const;
type Kind = (typeof ROLES)[number] | (typeof UNAUTHENTICATED)[number];

const headersOf = new Map<Kind, Record<string, string>>();

interface Route {
  method: NonNullable<InjectOptions['method']>;
  /** As the router has it: with `:param`. */
  url: string;
  name: string;
}

/** But for HEAD, which is GET, and the pages below /docs. */
function routes(): Route[] {
  return api.app.routeNames
    .filter((name) => !name.startsWith('HEAD ') && !name.includes(' /docs'))
    .map((name) => {
      const [method = '', url = ''] = name.split(' ');
      return { method: method as Route['method'], url, name };
    });
}

type Rule = 'public' | 'signed in' | 'editors' | 'administrators';

function ruleOf({ method, url }: Route): Rule {
  if (!url.startsWith('/api/') || url.startsWith('/api/auth/')) return 'public';
  if (method === 'POST' && url.endsWith('/webhook')) return 'public';
  if (url.startsWith('/api/admin/')) return 'administrators';
  if (method === 'POST' && url === '/api/organizations') return 'administrators';
  const looks = method === 'GET' || url.endsWith('/validate') || url.startsWith('/api/me/');
  // Every account may join and leave.
  const isOwn =
    url === '/api/invitations/accept' || (method === 'DELETE' && url.endsWith('/members/:userId'));
  return looks || isOwn ? 'signed in' : 'editors';
}

/** The scopes an API key needs, all of them; null: no key passes. */
function scopesOf(route: Route): readonly ApiKeyScope[] | null {
  const scope = scopeOf(route);
  if (scope === null) return null;
  return route.url.endsWith('/compare') ? [scope, 'read'] : [scope];
}

function scopeOf({ method, url }: Route): ApiKeyScope | null {
  if (url.startsWith('/api/stamper/') || url.endsWith('/preview')) return 'stamp';
  if (/^\/api\/organizations\/.*\/(members|invitations)/.test(url)) return null;
  if (!/^\/api\/(templates|workflows|documents|organizations|usage)\b/.test(url)) return null;
  if (method === 'GET') return 'read';
  return url.startsWith('/api/workflows') ? 'workflows' : null;
}

const ALLOWED: Record<Exclude<Rule, 'public'>, readonly ApplicationRole[]> = {
  'signed in': ROLES,
  editors: ['MEMBER', 'ADMIN', 'SUPER_ADMIN'],
  administrators: ['ADMIN', 'SUPER_ADMIN'],
};

/** Ids by the beginning of the path, then by parameter. */
type Ids = Record<string, Record<string, string>>;

const fill = (url: string, ids: Ids) => {
  const [, area = ''] = /^\/api\/(admin|\w+)/.exec(url) ?? [];
  return url.replaceAll(/:(\w+)/g, (_all, name: string) => ids[area]?.[name] ?? '');
};

function idsOf(parts: { template: string; workflow: string; run: string; document: string; user: string }) {
  const { template, workflow, run, document, user } = parts;
  return {
    templates: { publicId: template, page: '1' },
    workflows: {
      publicId: workflow,
      workflowId: workflow,
      runId: run,
      number: '1',
      nodeId: 'trigger',
      eventId: withKind('evt', run),
    },
    documents: { documentId: document },
    admin: { publicId: user },
    me: { keyId: createPublicId('key') },
    organizations: {
      publicId: createPublicId('org'),
      userId: user,
      invitationId: createPublicId('inv'),
    },
  } satisfies Ids;
}

const missing = () =>
  idsOf({
    template: createPublicId('tpl'),
    workflow: createPublicId('wrk'),
    run: createPublicId('run'),
    document: createPublicId('doc'),
    user: createPublicId('usr'),
  });

/** Bodies that get as far as the look-up. */
const payloads: Record<string, object> = {
  'PUT /api/workflows/:publicId': { name: 'Other' },
  // Without a payload it needs the scope `read` too.
  'POST /api/workflows/:workflowId/test': { payload: {} },
  'POST /api/templates/:publicId/preview': { row: {} },
  'PATCH /api/admin/users/:publicId': { email: 'matrix@example.com' },
  'PATCH /api/admin/users/:publicId/role': { applicationRole: 'MEMBER' },
  'PUT /api/admin/users/:publicId/plan': { actionLimit: 5 },
  'PUT /api/admin/organizations/:publicId/plan': { actionLimit: 5 },
  'PUT /api/organizations/:publicId': { phone: '1' },
  'PATCH /api/organizations/:publicId/members/:userId': { role: 'MEMBER' },
  'POST /api/organizations/:publicId/invitations': { email: 'invited@example.com', role: 'MEMBER' },
};

function call(route: Route, ids: Ids, headers: Record<string, string> = {}) {
  const form = route.name === 'PUT /api/templates/:publicId' && multipart([{ name: 'name', value: 'Other' }]);
  const payload = form ? form.payload : payloads[route.name];
  return api.app.inject({
    method: route.method,
    url: fill(route.url, ids),
    // The same for all, so that responses can be compared byte for byte.
    headers: { ...headers, ...(form ? form.headers : {}), 'x-request-id': 'one-of-the-matrix' },
    ...(payload !== undefined && { payload }),
  });
}

const api = await startTestApp({ name: 'authorization-matrix', env: { JWT_SECRET: secret } });
for (const role of ROLES) headersOf.set(role, (await signIn(api, role)).headers);
const user = await createUser(api);
headersOf.set('locked', (await login(api, user)).headers);
await api.services.orm.em
  .fork()
  .execute('update user_account set is_enabled = false where id = ?', [user.id]);
const sub = (await createUser(api)).publicId;
const iat = Math.floor(Date.now() / 1000) - 1000;
const claims = { iss: 'stamping-service', aud: 'stamping-service-api', jti: 'x' };
const token = forgeToken({ secret, payload: { ...claims, sub, iat, exp: iat + 900 } });
headersOf.set('expired', { authorization: `Bearer ${token}` });
headersOf.set('anonymous', {});

test('the list of routes comes from the router and is not empty', () => {
  const names = routes().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(names).toEqual(
    expect.arrayContaining(['POST /api/stamper/stamp', 'GET /openapi.json', 'GET /livez']),
  );
});

test.each([...UNAUTHENTICATED, ...ROLES])(
  '%s gets the expected status on every route for objects that do not exist',
  async (kind) => {
    const wrong: string[] = [];
    for (const route of routes()) {
      const rule = ruleOf(route);
      const { statusCode, headers } = await call(route, missing(), headersOf.get(kind));
      const isUnauthenticated = UNAUTHENTICATED.some((name) => name === kind);
      const expected =
        rule === 'public'
          ? 'anything'
          : isUnauthenticated
            ? 401
            : ALLOWED[rule].some((role) => role === kind)
              ? 'let through'
              : 403;
      const got = [401, 403].includes(statusCode) ? statusCode : 'let through';
      if (expected === 'anything' ? statusCode >= 500 && route.name !== 'GET /readyz' : got !== expected) {
        wrong.push(`${route.name}: ${statusCode}, expected ${expected}`);
      }
      if (statusCode === 401 && !headers['www-authenticate'] && rule !== 'public')
        wrong.push(`${route.name}`);
    }
    expect(wrong).toEqual([]);
  },
);

describe('API keys', () => {
  async function keyOf(kind: (typeof ROLES)[number], scopes: readonly ApiKeyScope[]) {
    const { body } = await api.app.inject({
      method: 'POST',
      url: '/api/me/api-keys',
      headers: (await signIn(api, kind)).headers,
      payload: { name: 'Matrix', scopes },
    });
    return { authorization: `Bearer ${JSON.parse(body).secret}` };
  }

  const pairs = [
    ['read', 'stamp'],
    ['read', 'workflows'],
    ['stamp', 'workflows'],
  ] as const;
  test.each([
    ...ROLES.flatMap((role) => apiKeyScopes.map((scope) => [role, [scope]] as const)),
    ...pairs.map((pair) => ['MEMBER', pair] as const),
  ])(
    'of a %s with the scopes %j: what the role allows, and the scopes open',
    async (role, scopes: readonly ApiKeyScope[]) => {
      const headers = await keyOf(role, scopes);
      const wrong: string[] = [];
      for (const route of routes()) {
        const rule = ruleOf(route);
        if (rule === 'public') continue;
        const { statusCode } = await call(route, missing(), headers);
        const hasScopes = scopesOf(route)?.every((needed) => scopes.includes(needed)) ?? false;
        const isOpen = hasScopes && ALLOWED[rule].some((allowed) => allowed === role);
        const isRejected = statusCode === 403 || statusCode === 401;
        if (isRejected === isOpen) wrong.push(`${route.name}: ${statusCode}, expected ${isOpen}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('all scopes together permit no more than each of them', async () => {
    const headers = await keyOf('SUPER_ADMIN', apiKeyScopes);
    for (const route of routes().filter((each) => ruleOf(each) !== 'public')) {
      const { statusCode, body } = await call(route, missing(), headers);
      const got = JSON.parse(statusCode === 403 ? body : '{}').code ?? 'let through';
      const expected = scopesOf(route) === null ? 'API_KEY_REFUSED' : 'let through';
      expect([route.name, got]).toEqual([route.name, expected]);
    }
  });
});

describe('organizations', () => {
  let root: SignedIn;
  beforeAll(async () => {
    root = await signIn(api, 'SUPER_ADMIN');
  });

  /** Routes about one organization, the one that deletes it last. */
  const ofOrganizations = () =>
    routes()
      .filter(({ url }) => url.startsWith('/api/organizations/:'))
      .toSorted(
        (a, b) => a.url.length * Number(a.method === 'DELETE') - b.url.length * Number(b.method === 'DELETE'),
      )
      .toSorted((a, b) => Number(isItsEnd(a)) - Number(isItsEnd(b)));
  const isItsEnd = ({ name }: Route) => name === 'DELETE /api/organizations/:publicId';

  async function makeOrganization(): Promise<{ ids: Ids; organization: string }> {
    const organization = await createOrganization(api, root);
    const target = await joinOrganization(api, root, { organization, role: 'MEMBER' });
    const { body } = await callAs(api, root, {
      method: 'POST',
      url: `/api/organizations/${organization}/invitations`,
      body: { email: 'someone@example.com', role: 'MEMBER' },
    });
    await deliverMails(api);
    const ids = {
      organizations: {
        publicId: organization,
        userId: target.user.publicId,
        invitationId: String(body.invitationId),
      },
    };
    return { ids, organization };
  }

  test.each(['GUEST', 'MEMBER'] as const)(
    'that is foreign to a %s is what does not exist, byte for byte',
    async (role) => {
      const { headers } = await signIn(api, role);
      const { ids } = await makeOrganization();
      for (const route of ofOrganizations()) {
        const about = async (of: Ids) => {
          const { statusCode, headers: sent, body } = await call(route, of, headers);
          return { statusCode, headers: { ...sent, date: '' }, body };
        };
        const foreign = await about(ids);
        expect([route.name, foreign]).toEqual([route.name, await about(missing())]);
        const expected = role === 'GUEST' && ruleOf(route) === 'editors' ? 403 : 404;
        expect([route.name, foreign.statusCode]).toEqual([route.name, expected]);
      }
    },
  );

  test('a member looks at it and at its members, and changes nothing', async () => {
    const { ids, organization } = await makeOrganization();
    const member = await joinOrganization(api, root, { organization, role: 'MEMBER' });
    for (const route of ofOrganizations()) {
      const looks = /^GET \/api\/organizations\/:publicId(\/members)?$/.test(route.name);
      const { statusCode } = await call(route, ids, member.headers);
      expect([route.name, statusCode]).toEqual([route.name, looks ? 200 : 403]);
    }
  });

  test('any text in place of a member or invitation id is unknown', async () => {
    const { ids } = await makeOrganization();
    const about = ofOrganizations().filter(({ url }) => /:(userId|invitationId)/.test(url));
    const odd = fc.oneof(
      fc.constantFrom('%00', '..%2f', '%20', "'%20or%201=1--", '%F0%9F%98%80', '__proto__', '0'.repeat(5000)),
      fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).map((text) => encodeURIComponent(`usr_${text}`)),
      fc.constantFrom('usr_', 'inv_', 'org_').map((prefix) => `${prefix}01arz3ndektsv4rrffq69g5fav`),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...about), odd, async (route, id) => {
        const parts = { ...ids.organizations, userId: id, invitationId: id };
        const { statusCode, body } = await call(route, { organizations: parts }, root.headers);
        expect([route.name, statusCode, body.slice(0, 120)]).toEqual([route.name, 404, expect.any(String)]);
      }),
      { numRuns: 100 },
    );
  });

  test.each(['ORG_ADMIN', 'ADMIN', 'SUPER_ADMIN'] as const)('%s does everything', async (kind) => {
    const { ids, organization } = await makeOrganization();
    const who =
      kind === 'ORG_ADMIN'
        ? await joinOrganization(api, root, { organization, role: kind })
        : await signIn(api, kind);
    for (const route of ofOrganizations()) {
      const { statusCode } = await call(route, ids, who.headers);
      expect([route.name, statusCode]).toEqual([route.name, 200]);
    }
  });
});

describe('objects', () => {
  let owner: SignedIn;
  const people: Record<string, SignedIn> = {};
  let existing: ReturnType<typeof idsOf>;

  /** Routes about one thing that has an owner, the deleting ones last. */
  const owned = () =>
    routes()
      .filter(({ url }) => /^\/api\/(templates|workflows|documents)\/:/.test(url))
      .filter((route) => ruleOf(route) !== 'public')
      .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

  beforeAll(async () => {
    const em = api.services.orm.em.fork();
    const organization = em.create(Organization, { publicId: createPublicId('org'), name: 'Rentals' });
    await em.flush();
    owner = await signIn(api);
    const join = async (name: string, role: OrganizationRole) => {
      const who = name === 'owner' ? owner : await signIn(api);
      people[name] = who;
      em.create(Membership, { user: who.user.id, organization: organization.id, role });
      await em.flush();
    };
    await join('owner', 'MEMBER');
    await join('member', 'MEMBER');
    await join('org admin', 'ORG_ADMIN');
    for (const role of ROLES) people[role] = await signIn(api, role);
    existing = await makeObjects(owner);
  });

  async function makeObjects(of: SignedIn) {
    const template = (await createTemplate(api, of)).publicId;
    const workflow = (await createWorkflow(api, of)).publicId;
    const [run = ''] = await insertRuns(api, { workflowId: workflow, runs: [{ status: 'CANCELLED' }] });
    const document = createPublicId('doc');
    const key = `documents/${document}.pdf`;
    await api.services.storage.put(key, Buffer.from('%PDF-1.7'));
    await api.services.orm.em.fork().execute(
      `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
                             storage_key, size, sha256)
       select ?, id, ?, 'n', ?, 1, 'a.pdf', ?, 8, ? from run where public_id = ?`,
      [document, of.user.id, template, key, sha256('%PDF-1.7'), run],
    );
    return idsOf({ template, workflow, run, document, user: of.user.publicId });
  }

  const about = (response: Awaited<ReturnType<typeof call>>) => {
    const { date: _date, ...headers } = response.headers;
    return { status: response.statusCode, headers, body: response.body };
  };

  test.each(ROLES)(
    'for a %s, a foreign object and a missing object get the same response, byte for byte',
    async (role) => {
      const { headers } = people[role] ?? {};
      const differing: string[] = [];
      for (const route of owned()) {
        const [foreign, none] = [await call(route, existing, headers), await call(route, missing(), headers)];
        try {
          expect(about(foreign)).toEqual(about(none));
          expect(foreign.statusCode).toBe(role === 'GUEST' && ruleOf(route) === 'editors' ? 403 : 404);
        } catch (error) {
          differing.push(`${route.name}: ${String(error)}`);
        }
      }
      expect(differing).toEqual([]);
    },
  );

  test('for an API key, foreign and missing objects get the same response, byte for byte, and so does a foreign key', async () => {
    const stranger = await signIn(api);
    const keyFor = async (who: SignedIn) => {
      const body = { name: 'Matrix', scopes: apiKeyScopes };
      return (await callAs(api, who, { method: 'POST', url: '/api/me/api-keys', body })).body;
    };
    const headers = { authorization: `Bearer ${(await keyFor(stranger)).secret}` };
    const { keyId } = await keyFor(owner);
    const ofKeys = routes().filter(({ url }) => url.startsWith('/api/me/api-keys/:'));
    for (const [route, from] of [
      ...owned()
        .filter((route) => scopesOf(route) !== null)
        .map((route) => [route, headers] as const),
      ...ofKeys.map((route) => [route, stranger.headers] as const),
    ]) {
      const foreign = about(await call(route, { ...existing, me: { keyId } }, from));
      expect([route.name, foreign]).toEqual([route.name, about(await call(route, missing(), from))]);
      expect([route.name, foreign.status]).toEqual([route.name, 404]);
    }
    expect((await callAs(api, owner, { url: '/api/me/api-keys' })).body).toMatchObject([{ keyId }]);
  });

  test("another's workflow does not open one's own run, nor the other way round", async () => {
    const mine = await makeObjects(people.MEMBER ?? owner);
    const crossed: Ids = {
      workflows: { workflowId: mine.workflows.workflowId, runId: existing.workflows.runId },
    };
    for (const route of owned().filter(({ url }) => url.includes(':runId'))) {
      expect((await call(route, crossed, people.MEMBER?.headers)).statusCode).toBe(404);
    }
  });

  test.each([
    ['member', 403],
    ['org admin', 200],
  ])('a template is shared with the organization: a %s looks, and changing is %i', async (name, changing) => {
    for (const route of owned()) {
      const { statusCode } = await call(route, existing, people[name]?.headers);
      if (!route.url.startsWith('/api/templates/'))
        expect([route.name, statusCode]).toEqual([route.name, 404]);
      else if (route.method === 'PUT') expect([route.name, statusCode]).toEqual([route.name, changing]);
      else if (route.method === 'DELETE') expect([route.name, statusCode]).toEqual([route.name, 403]);
      else expect([route.name, statusCode]).toEqual([route.name, 200]);
    }
  });

  test('their owner does everything', async () => {
    for (const route of owned()) {
      const ids = route.method === 'DELETE' ? await makeObjects(owner) : existing;
      const { statusCode, body } = await call(route, ids, owner.headers);
      // There is no Temporal server here, and these two have to wait for one.
      const needsTemporal = /\/(test|compare)$/.test(route.url);
      const expected = [route.name, needsTemporal ? 500 : 200, expect.any(String)];
      expect([route.name, statusCode, body.slice(0, 200)]).toEqual(expected);
    }
  });
});

const PREFIXES: Record<string, string> = {
  templates: 'tpl',
  workflows: 'wrk',
  documents: 'doc',
  admin: 'usr',
  organizations: 'org',
  me: 'key',
};

test('any text in place of an id is 404 for every caller who may ask, and changes nothing', async () => {
  const chars = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
  const odd = fc.oneof(
    fc.constantFrom('%00', '..%2f', '%2e%2e', '%20', "'%20or%201=1--", '%F0%9F%98%80', 'undefined', '٣'),
    fc.constantFrom('x'.repeat(101), '0'.repeat(5000)).map((text) => `PREFIX_${text}`),
    chars.map((text) => encodeURIComponent(`PREFIX_${text}`)),
    fc.constantFrom('.', '%20', '%00', '/').map((end) => `PREFIX_01arz3ndektsv4rrffq69g5fav${end}`),
    fc.constant('PREFIX_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
  );
  const about = routes().filter(({ url }) => url.includes(':') && !url.endsWith('/webhook'));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...about), odd, async (route, text) => {
      const area = /^\/api\/(\w+)/.exec(route.url)?.[1] ?? '';
      const id = text.replace('PREFIX', PREFIXES[area] ?? '');
      const everyId = {
        publicId: id,
        workflowId: id,
        runId: id,
        eventId: id,
        nodeId: id,
        number: id,
        documentId: id,
        keyId: id,
      };
      const ids: Ids = { [area]: { ...everyId, userId: id, invitationId: id, page: '1' } };
      // An id that ends the path with a slash, or is empty or a dot, names another route.
      fc.pre(!/^\.{0,2}$/.test(decodeURIComponent(id)));
      const { statusCode, body } = await call(route, ids, headersOf.get('SUPER_ADMIN'));
      expect([route.name, statusCode, body.slice(0, 120)]).toEqual([route.name, 404, expect.any(String)]);
    }),
    { numRuns: 400 },
  );
});
