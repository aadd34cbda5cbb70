import { createPublicId } from '../../src/infra/public-id.ts';
import { Membership, type OrganizationRole } from '../../src/modules/organizations/membership.entity.ts';
import { Organization } from '../../src/modules/organizations/organization.entity.ts';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { createTemplate, pdfPart, sendForm } from '../support/templates.ts';

const who: Record<string, SignedIn> = {};

async function join(person: SignedIn, role: OrganizationRole): Promise<void> {
  const em = api.services.orm.em.fork();
  em.create(Membership, { user: person.user.id, organization: organization.id, role });
  await em.flush();
}

const api = await startTestApp({ name: 'templates-access' });
const em = api.services.orm.em.fork();
const organization = em.create(Organization, { publicId: createPublicId('org'), name: 'Rentals' });
await em.flush();
for (const name of ['owner', 'orgAdmin', 'member', 'stranger']) who[name] = await signIn(api);
who.guest = await signIn(api, 'GUEST');
who.superAdmin = await signIn(api, 'SUPER_ADMIN');
const own = (await createTemplate(api, person('owner'))).publicId;
await join(person('owner'), 'MEMBER');
await join(person('orgAdmin'), 'ORG_ADMIN');
await join(person('member'), 'MEMBER');
await join(person('guest'), 'MEMBER');
const shared = (await createTemplate(api, person('owner'))).publicId;

function person(name: string): SignedIn {
  const found = who[name];
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
}

const verbs: Record<string, (name: string, id: string) => Promise<{ statusCode: number; body: string }>> = {
  get: (name, id) => api.app.inject({ url: `/api/templates/${id}`, headers: person(name).headers }),
  pdf: (name, id) => api.app.inject({ url: `/api/templates/${id}/pdf`, headers: person(name).headers }),
  thumbnail: (name, id) =>
    api.app.inject({ url: `/api/templates/${id}/thumbnail`, headers: person(name).headers }),
  put: (name, id) =>
    sendForm(api, person(name), {
      method: 'PUT',
      url: `/api/templates/${id}`,
      parts: [{ name: 'name', value: 'Letter' }],
    }),
  delete: (name, id) =>
    api.app.inject({ method: 'DELETE', url: `/api/templates/${id}`, headers: person(name).headers }),
};

const call = (verb: string, name: string, id: string) => {
  const action = verbs[verb];
  if (!action) throw new Error(`no verb ${verb}`);
  return action(name, id);
};

/** GUEST: 403 before any look-up. Deleting is the owner's alone. */
test.each([
  ['owner', [200, 200, 200, 200]],
  ['orgAdmin', [200, 200, 200, 200, 403]],
  ['member', [200, 200, 200, 403, 403]],
  ['guest', [200, 200, 200, 403, 403]],
  ['stranger', [404, 404, 404, 404, 404]],
  ['superAdmin', [404, 404, 404, 404, 404]],
])('a shared template for %s: %j', async (name, statuses) => {
  const responses = Object.keys(verbs)
    .slice(0, statuses.length)
    .map((verb) => call(verb, name, shared));
  expect((await Promise.all(responses)).map(({ statusCode }) => statusCode)).toEqual(statuses);
});

test('the response for a template without access equals the response for one that does not exist', async () => {
  const never = createPublicId('tpl');
  for (const verb of Object.keys(verbs)) {
    const bare = async (id: string) => ({
      ...JSON.parse((await call(verb, 'stranger', id)).body),
      requestId: '',
    });
    expect(await bare(own)).toEqual(await bare(never));
  }
});

test('a template created before its owner joined an organization is not shared', async () => {
  expect((await call('get', 'member', own)).statusCode).toBe(404);
  expect((await call('get', 'owner', own)).statusCode).toBe(200);
});

test('lists contain own and shared templates, and mark shared ones', async () => {
  const flags = async (name: string) => {
    const items = (await api.app.inject({ url: '/api/templates', headers: person(name).headers })).json();
    return Object.fromEntries(
      items.map((item: { publicId: string; flags: string }) => [item.publicId, item.flags]),
    );
  };
  expect(await flags('owner')).toEqual({ [own]: 'S', [shared]: 'SO' });
  expect(await flags('member')).toEqual({ [shared]: 'SO' });
  expect(await flags('stranger')).toEqual({});
  const metadata = await api.app.inject({
    url: '/api/templates/metadata',
    headers: person('guest').headers,
  });
  expect(metadata.json()).toMatchObject([{ publicId: shared }]);
});

test('the creator chooses the organization, or none', async () => {
  const named = await createTemplate(api, person('member'), { organizationId: organization.publicId });
  expect(named.flags).toBe('SO');
  expect((await createTemplate(api, person('member'), { organizationId: '' })).flags).toBe('S');
});

test('a guest cannot upload', async () => {
  const response = await sendForm(api, person('guest'), {
    parts: [{ name: 'name', value: 'x' }, await pdfPart()],
  });
  expect([response.statusCode, response.json().code]).toEqual([403, 'FORBIDDEN']);
});

test('the end of sharing takes effect immediately', async () => {
  const late = await signIn(api);
  who.late = late;
  await join(late, 'MEMBER');
  expect((await call('get', 'late', shared)).statusCode).toBe(200);
  await api.services.orm.em.fork().nativeDelete(Membership, { user: late.user.id });
  expect((await call('get', 'late', shared)).statusCode).toBe(404);
});

test.each([
  'tpl_',
  'tpl_0',
  'TPL_00000000000000000000000000',
  'usr_00000000000000000000000000',
  'tpl_0000000000000000000000000O',
  'tpl_00000000000000000000000000.',
  'tpl_00000000000000000000000000%20',
  '%00',
  '..%2f..%2fetc',
  "'%20or%201=1--",
  `tpl_${'0'.repeat(400)}`,
  'tpl_%D9%A0%D9%A1',
  'null',
  'undefined',
  '__proto__',
  'metadata2',
])('the id %s gives 404, not 500', async (id) => {
  for (const verb of Object.keys(verbs)) {
    const response = await call(verb, 'owner', id);
    expect([response.statusCode, JSON.parse(response.body).code]).toEqual([404, 'NOT_FOUND']);
  }
});
