import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization, type Method } from '../support/organizations.ts';

let organization: string;
let orgAdmin: SignedIn;
let member: SignedIn;
let guest: SignedIn;

const call = (who: SignedIn, method: Method, path = '', body?: object) =>
  callAs(api, who, {
    method,
    url: `/api/organizations/${organization}${path}`,
    ...(body !== undefined && { body }),
  });

const trail = async (target: string) =>
  (await callAs(api, root, { url: `/api/admin/audit?target=${target}&size=100` })).body.content;

const api = await startTestApp({ name: 'organizations' });
const root = await signIn(api, 'SUPER_ADMIN');
const administrator = await signIn(api, 'ADMIN');
const stranger = await signIn(api);
beforeEach(async () => {
  organization = await createOrganization(api, administrator, 'Rentals');
  orgAdmin = await joinOrganization(api, administrator, { organization, role: 'ORG_ADMIN' });
  member = await joinOrganization(api, orgAdmin, { organization, role: 'MEMBER' });
  guest = await joinOrganization(api, orgAdmin, {
    organization,
    role: 'ORG_ADMIN',
    who: await signIn(api, 'GUEST'),
  });
});

describe('the profile', () => {
  const profile = {
    name: 'Rentals & Sons',
    displayName: 'Müller — 賃貸',
    description: 'Two\nlines',
    email: 'Office@Example.com',
    billingEmail: 'bills@example.com',
    phone: '+49 (30) 1234-5',
    website: 'https://example.com/?a=b',
    address: 'Street 1\n10115 Berlin',
    adminContactName: 'Ada',
    adminContactEmail: 'ada@example.com',
    adminContactPhone: '1',
  };

  test('is created, read back, and changed in part; null takes away', async () => {
    const { body: created } = await callAs(api, root, {
      method: 'POST',
      url: '/api/organizations',
      body: profile,
    });
    expect(created).toMatchObject({ ...profile, role: null });
    organization = created.publicId;
    expect((await call(root, 'GET')).body).toEqual(created);
    const { body: changed } = await call(root, 'PUT', '', { displayName: null, phone: '2', address: '' });
    expect(changed).toMatchObject({ ...profile, displayName: null, phone: '2', address: null });
    expect(await trail(organization)).toMatchObject([
      { action: 'ORGANIZATION_CHANGED', changes: { phone: { from: '+49 (30) 1234-5', to: '2' } } },
      { action: 'ORGANIZATION_CREATED', actor: { email: root.user.email }, target: { name: profile.name } },
    ]);
  });

  test('that stays as it is leaves no line in the trail', async () => {
    const before = (await trail(organization)).length;
    expect((await call(orgAdmin, 'PUT', '', { name: 'Rentals' })).status).toBe(200);
    expect(await trail(organization)).toHaveLength(before);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    // One letter as it is sent, two as it is kept.
    [{ name: '\u0958'.repeat(101) }, 'name'],
    [{ phone: '\u0958'.repeat(50) }, 'phone'],
    [{ billingEmail: `${'\u0958'.repeat(200)}@example.com` }, 'billingEmail'],
    [{ email: 'nobody' }, 'email'],
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ description: 'a\u0000b' }, 'description'],
    [{ publicId: 'org_1' }, 'publicId'],
    [{ role: 'ORG_ADMIN' }, 'role'],
    [{ createdAt: '2026-01-01T00:00:00' }, 'createdAt'],
  ])('%j is rejected and changes nothing', async (change, path) => {
    const before = await call(orgAdmin, 'GET');
    const { status, body } = await call(orgAdmin, 'PUT', '', change);
    expect([status, body.errors[0].path]).toEqual([400, path]);
    expect(await call(orgAdmin, 'GET')).toEqual(before);
  });

  test('a lone surrogate is a 400 that says so', async () => {
    const response = await api.app.inject({
      method: 'PUT',
      url: `/api/organizations/${organization}`,
      headers: { ...orgAdmin.headers, 'content-type': 'application/json' },
      payload: '{"displayName":"a\\ud800"}',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toContainEqual({
      path: 'displayName',
      message: 'contains a lone surrogate, which is not valid text',
    });
  });
});

describe('the list', () => {
  const list = async (who: SignedIn, query = '') => {
    const { status, body } = await callAs(api, who, { url: `/api/organizations${query}` });
    expect(status).toBe(200);
    return body;
  };

  test('holds what one belongs to, with one’s role', async () => {
    const items = async (who: SignedIn) =>
      (await list(who)).content.map((item: { publicId: string; role: string }) => [item.publicId, item.role]);
    expect(await items(member)).toEqual([[organization, 'MEMBER']]);
    expect(await items(orgAdmin)).toEqual([[organization, 'ORG_ADMIN']]);
    expect(await items(stranger)).toEqual([]);
  });

  test('holds all of them for administrators, newest first, in pages', async () => {
    const second = await createOrganization(api, root, 'Second');
    const { body } = await callAs(api, administrator, { url: '/api/organizations?size=1' });
    expect(body).toMatchObject({ content: [{ publicId: second, role: null }], size: 1, number: 0 });
    expect(body.totalElements).toBe(body.totalPages);
    const next = await list(administrator, '?size=1&page=1');
    expect(next.content).toMatchObject([{ publicId: organization }]);
    const beyond = await list(administrator, `?page=${body.totalPages + 1}&size=1`);
    expect(beyond).toMatchObject({ content: [], totalElements: body.totalElements });
  });

  test.each([
    ['ÜBER%_\\', true],
    ['über%_\\ 100', true],
    ['ber%', true],
    ['%_x', false],
    ['über__', false],
  ])('search %j is literal and case aside: %s', async (search, isFound) => {
    const publicId = await createOrganization(api, root, 'Über%_\\ 100');
    const { content } = await list(root, `?search=${encodeURIComponent(search)}&size=100`);
    expect(content.some((item: { publicId: string }) => item.publicId === publicId)).toBe(isFound);
    await callAs(api, root, { method: 'DELETE', url: `/api/organizations/${publicId}` });
  });

  test('a part of the id is found too', async () => {
    const { content } = await list(root, `?search=${organization.slice(-12).toUpperCase()}`);
    expect(content).toMatchObject([{ publicId: organization }]);
  });

  test.each(['page=-1', 'size=0', 'size=101', 'page=x', 'page=1&page=2', 'search=%00', 'other=1'])(
    '%s is rejected',
    async (query) => {
      for (const path of ['', `/${organization}/members`, `/${organization}/invitations`]) {
        const { status } = await callAs(api, orgAdmin, { url: `/api/organizations${path}?${query}` });
        expect([path, status]).toEqual([path, 400]);
      }
    },
  );
});

/** A GUEST is rejected before any look-up, whatever the role in the organization. */
describe('who may', () => {
  const people = () => ({ root, administrator, orgAdmin, member, guest, stranger });
  test.each([
    ['root', { GET: 200, PUT: 200, invite: 200, invitations: 200, members: 200 }],
    ['administrator', { GET: 200, PUT: 200, invite: 200, invitations: 200, members: 200 }],
    ['orgAdmin', { GET: 200, PUT: 200, invite: 200, invitations: 200, members: 200 }],
    ['member', { GET: 200, PUT: 403, invite: 403, invitations: 403, members: 200 }],
    ['guest', { GET: 200, PUT: 403, invite: 403, invitations: 403, members: 200 }],
    ['stranger', { GET: 404, PUT: 404, invite: 404, invitations: 404, members: 404 }],
  ] as const)('%s: %j', async (name, expected) => {
    const who = people()[name];
    const email = `${name}-invites@example.com`;
    const statuses = {
      GET: (await call(who, 'GET')).status,
      PUT: (await call(who, 'PUT', '', { phone: '1' })).status,
      invite: (await call(who, 'POST', '/invitations', { email, role: 'MEMBER' })).status,
      invitations: (await call(who, 'GET', '/invitations')).status,
      members: (await call(who, 'GET', '/members')).status,
    };
    expect(statuses).toEqual(expected);
    await api.services.orm.em.fork().execute('delete from outgoing_mail');
  });

  test('create: administrators alone', async () => {
    for (const who of [orgAdmin, member, guest, stranger]) {
      const request = { method: 'POST', url: '/api/organizations', body: { name: 'Mine' } } as const;
      expect((await callAs(api, who, request)).status).toBe(403);
    }
  });

  test('a role gives no access to templates, nor does having created the organization', async () => {
    for (const who of [root, administrator]) {
      expect((await call(who, 'GET')).body.role).toBeNull();
      const url = '/api/templates/metadata';
      expect((await callAs(api, who, { url })).body).toEqual([]);
    }
  });
});

describe('members', () => {
  const patch = (by: SignedIn, who: SignedIn, role: string) =>
    call(by, 'PATCH', `/members/${who.user.publicId}`, { role });
  const remove = (by: SignedIn, who: SignedIn) => call(by, 'DELETE', `/members/${who.user.publicId}`);

  test('are listed, the last first, and found by a part of the address', async () => {
    const { body } = await call(member, 'GET', '/members');
    expect(body.content.map((item: { userId: string; role: string }) => [item.userId, item.role])).toEqual([
      [guest.user.publicId, 'ORG_ADMIN'],
      [member.user.publicId, 'MEMBER'],
      [orgAdmin.user.publicId, 'ORG_ADMIN'],
    ]);
    const search = encodeURIComponent(member.user.email.toUpperCase());
    expect((await call(member, 'GET', `/members?search=${search}`)).body).toMatchObject({
      content: [{ userId: member.user.publicId, email: member.user.email, role: 'MEMBER' }],
      totalElements: 1,
    });
  });

  test('a new role counts at once, and is in profile and trail', async () => {
    expect((await call(member, 'PUT', '', { phone: '1' })).status).toBe(403);
    expect((await patch(orgAdmin, member, 'ORG_ADMIN')).body).toMatchObject({ role: 'ORG_ADMIN' });
    expect((await call(member, 'PUT', '', { phone: '1' })).status).toBe(200);
    const { body: profile } = await callAs(api, member, { url: '/api/me' });
    expect(profile.roles).toEqual(['ROLE_MEMBER', expect.stringMatching(/^org:\d+:org_admin$/)]);
    expect(profile.organizationMemberships).toMatchObject([
      { organizationId: organization, organizationName: 'Rentals', role: 'ORG_ADMIN' },
    ]);
    expect((await trail(organization))[1]).toMatchObject({
      action: 'ORGANIZATION_ROLE_CHANGED',
      actor: { publicId: orgAdmin.user.publicId },
      changes: { member: { to: member.user.email }, role: { from: 'MEMBER', to: 'ORG_ADMIN' } },
    });
  });

  test('who is removed sees nothing any more, with the token they have', async () => {
    expect((await remove(orgAdmin, member)).status).toBe(200);
    expect((await call(member, 'GET')).status).toBe(404);
    expect((await remove(orgAdmin, member)).status).toBe(404);
    expect((await trail(organization))[0]).toMatchObject({
      action: 'ORGANIZATION_MEMBER_REMOVED',
      changes: { member: { from: member.user.email, to: null } },
    });
  });

  test('every member may leave, a guest too; only a manager removes others', async () => {
    expect((await remove(member, guest)).status).toBe(403);
    expect((await remove(guest, member)).status).toBe(403);
    expect((await remove(guest, guest)).status).toBe(200);
    expect((await remove(member, member)).status).toBe(200);
    expect((await trail(organization)).slice(0, 2)).toMatchObject([
      { action: 'ORGANIZATION_MEMBER_LEFT' },
      { action: 'ORGANIZATION_MEMBER_LEFT' },
    ]);
  });

  test('the last ORG_ADMIN stays: a guest and a locked one do not count', async () => {
    const other = await joinOrganization(api, orgAdmin, { organization, role: 'ORG_ADMIN' });
    const lock = (what: string) =>
      callAs(api, root, { method: 'POST', url: `/api/admin/users/${other.user.publicId}/${what}` });
    await lock('lock');
    for (const rejected of [await remove(orgAdmin, orgAdmin), await patch(orgAdmin, orgAdmin, 'MEMBER')]) {
      expect([rejected.status, rejected.body.code]).toEqual([400, 'LAST_ORG_ADMIN']);
    }
    await lock('unlock');
    expect((await patch(orgAdmin, orgAdmin, 'MEMBER')).status).toBe(200);
  });

  test('an administrator may take the last one out', async () => {
    expect((await patch(administrator, orgAdmin, 'MEMBER')).status).toBe(200);
    expect((await remove(administrator, orgAdmin)).status).toBe(200);
  });

  test.each(['usr_0', 'x', '%00', createPublicId('usr'), '..%2f..'])(
    'the member %s is unknown',
    async (id) => {
      expect((await call(orgAdmin, 'DELETE', `/members/${id}`)).status).toBe(404);
      expect((await call(orgAdmin, 'PATCH', `/members/${id}`, { role: 'MEMBER' })).status).toBe(404);
    },
  );

  test.each([{}, { role: 'OWNER' }, { role: 'MEMBER', userId: 'x' }, { role: null }])(
    'the change %j is rejected',
    async (body) => {
      expect((await call(orgAdmin, 'PATCH', `/members/${member.user.publicId}`, body)).status).toBe(400);
    },
  );
});

test('the log-in returns the organizations', async () => {
  const payload = { email: member.user.email, password: 'correct horse battery' };
  const reply = await api.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  expect(reply.json().organizations).toEqual([
    { organizationId: organization, organizationName: 'Rentals', role: 'MEMBER' },
  ]);
});
