import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { createTemplate, sendForm, traces, untilTidy } from '../support/templates.ts';

const put = (who: SignedIn, id: string, fields: Record<string, string>) =>
  sendForm(api, who, {
    method: 'PUT',
    url: `/api/templates/${id}`,
    parts: Object.entries(fields).map(([name, value]) => ({ name, value })),
  });
const get = async (who: SignedIn, id: string) =>
  (await callAs(api, who, { url: `/api/templates/${id}` })).status;
const flags = async (who: SignedIn, id: string) =>
  (await callAs(api, who, { url: `/api/templates/${id}` })).body.flags;

const api = await startTestApp({ name: 'templates-sharing' });
const root = await signIn(api, 'SUPER_ADMIN');

/** An organization with its people, and a second one without. */
async function twoOrganizations() {
  const organization = await createOrganization(api, root, 'First');
  return {
    organization,
    second: await createOrganization(api, root, 'Second'),
    owner: await joinOrganization(api, root, { organization, role: 'MEMBER' }),
    orgAdmin: await joinOrganization(api, root, { organization, role: 'ORG_ADMIN' }),
    member: await joinOrganization(api, root, { organization, role: 'MEMBER' }),
  };
}

test('the owner shares a template, and stops sharing it', async () => {
  const { organization, owner, member } = await twoOrganizations();
  const { publicId } = await createTemplate(api, owner, { organizationId: '' });
  expect(await get(member, publicId)).toBe(404);
  const shared = await put(owner, publicId, { organizationId: organization });
  expect([shared.statusCode, shared.json().flags]).toEqual([200, 'SO']);
  expect(await get(member, publicId)).toBe(200);
  expect((await put(owner, publicId, { organizationId: '' })).json().flags).toBe('S');
  expect(await get(member, publicId)).toBe(404);
});

test('other changes do not change the sharing', async () => {
  const { organization, owner, orgAdmin } = await twoOrganizations();
  const { publicId } = await createTemplate(api, owner);
  expect((await put(owner, publicId, { name: 'Other' })).json().flags).toBe('SO');
  expect((await put(orgAdmin, publicId, { name: 'Other', organizationId: organization })).statusCode).toBe(
    200,
  );
});

test('with two organizations the default is no sharing, and each can be chosen', async () => {
  const { organization, second, owner, member } = await twoOrganizations();
  await joinOrganization(api, root, { organization: second, role: 'MEMBER', who: owner });
  const { publicId, flags: unasked } = await createTemplate(api, owner);
  expect(unasked).toBe('S');
  expect((await put(owner, publicId, { organizationId: second })).json().flags).toBe('SO');
  expect(await get(member, publicId)).toBe(404);
  expect((await put(owner, publicId, { organizationId: organization })).json().flags).toBe('SO');
  expect(await get(member, publicId)).toBe(200);
});

test('an organization without membership is rejected, and nothing is stored', async () => {
  const { second, owner } = await twoOrganizations();
  const { publicId } = await createTemplate(api, owner);
  await untilTidy(api);
  const before = await traces(api);
  for (const organizationId of [second, 'org_0', '\u0000', 'x']) {
    const response = await put(owner, publicId, { organizationId, name: 'Other' });
    expect([response.statusCode, response.json().errors?.[0].path]).toEqual([400, 'organizationId']);
  }
  await untilTidy(api);
  expect(await traces(api)).toEqual(before);
});

test('an ORG_ADMIN can change a template, but not delete it or move it to another organization', async () => {
  const { second, owner, orgAdmin } = await twoOrganizations();
  await joinOrganization(api, root, { organization: second, role: 'ORG_ADMIN', who: orgAdmin });
  const { publicId } = await createTemplate(api, owner);
  for (const organizationId of ['', second]) {
    const response = await put(orgAdmin, publicId, { organizationId, name: 'Stolen' });
    expect([response.statusCode, response.json().code]).toEqual([403, 'FORBIDDEN']);
  }
  expect(await flags(owner, publicId)).toBe('SO');
});

test("a removed member loses access to the organization's templates, and the organization keeps access to theirs", async () => {
  const { organization, owner, orgAdmin, member } = await twoOrganizations();
  const { publicId } = await createTemplate(api, owner);
  const { publicId: others } = await createTemplate(api, member);
  const url = `/api/organizations/${organization}/members/${owner.user.publicId}`;
  await callAs(api, orgAdmin, { method: 'DELETE', url });
  expect([await get(owner, others), await get(owner, publicId)]).toEqual([404, 200]);
  expect(await get(member, publicId)).toBe(200);
  // It is theirs: they may end that.
  expect((await put(owner, publicId, { organizationId: '' })).statusCode).toBe(200);
  expect(await get(member, publicId)).toBe(404);
  expect((await put(owner, publicId, { organizationId: organization })).statusCode).toBe(400);
});

test('users who can view a template can stamp it, except guests; other users get 404', async () => {
  const { organization, owner, orgAdmin, member } = await twoOrganizations();
  const { publicId } = await createTemplate(api, owner);
  const guest = await joinOrganization(api, root, {
    organization,
    role: 'ORG_ADMIN',
    who: await signIn(api, 'GUEST'),
  });
  const stamp = async (who: SignedIn) => {
    const file = { name: 'file', value: 'Name\nAda\n', filename: 'rows.csv', type: 'text/csv' };
    const parts = [{ name: 'templateId', value: publicId }, file];
    return (await sendForm(api, who, { url: '/api/stamper/stamp', parts })).statusCode;
  };
  const statuses = [];
  for (const who of [owner, orgAdmin, member, guest, root, await signIn(api)])
    statuses.push(await stamp(who));
  expect(statuses).toEqual([200, 200, 200, 403, 404, 404]);
  const url = `/api/organizations/${organization}/members/${member.user.publicId}`;
  await callAs(api, orgAdmin, { method: 'DELETE', url });
  expect(await stamp(member)).toBe(404);
});

test('deleting an organization leaves its templates to their owners and invalidates its invitations', async () => {
  const { organization, owner, orgAdmin, member } = await twoOrganizations();
  const { publicId } = await createTemplate(api, owner);
  const url = `/api/organizations/${organization}`;
  await callAs(api, orgAdmin, {
    method: 'POST',
    url: `${url}/invitations`,
    body: { email: 'late@example.com', role: 'MEMBER' },
  });
  expect((await callAs(api, member, { method: 'DELETE', url })).status).toBe(403);
  expect((await callAs(api, orgAdmin, { method: 'DELETE', url })).status).toBe(200);
  expect(await flags(owner, publicId)).toBe('S');
  expect(await get(member, publicId)).toBe(404);
  expect((await callAs(api, root, { url })).status).toBe(404);
  const { body } = await callAs(api, owner, { url: '/api/me' });
  expect(body.organizationMemberships).toEqual([]);
  const rows = await api.services.orm.em
    .fork()
    .execute('select 1 from invitation where email = ?', ['late@example.com']);
  expect(rows).toEqual([]);
  const { body: trail } = await callAs(api, root, {
    url: `/api/admin/audit?target=${organization}&size=1`,
  });
  expect(trail.content).toMatchObject([{ action: 'ORGANIZATION_DELETED', target: { name: 'First' } }]);
});

test('sharing during the deletion of the organization is rejected or undone, never a 500', async () => {
  const { organization, owner, orgAdmin } = await twoOrganizations();
  const templates = await Promise.all(
    Array.from({ length: 6 }, () => createTemplate(api, owner, { organizationId: '' })),
  );
  const responses = await Promise.all([
    ...templates.map(({ publicId }) => put(owner, publicId, { organizationId: organization })),
    api.app.inject({
      method: 'DELETE' as const,
      url: `/api/organizations/${organization}`,
      headers: orgAdmin.headers,
    }),
  ]);
  for (const { statusCode } of responses) expect([200, 400]).toContain(statusCode);
  expect(responses.at(-1)?.statusCode).toBe(200);
  for (const { publicId } of templates) expect(await flags(owner, publicId)).toBe('S');
});
