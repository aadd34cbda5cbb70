import { createSql } from '../../src/infra/sql.ts';
import { createDocumentRepository } from '../../src/modules/documents/document.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { createTemplate } from '../support/templates.ts';

/** The question of a template node when it runs: the present state counts, not that at the start of the run. */
let api: TestApp;
let root: SignedIn;
let organization: string;
let owner: SignedIn;
let member: SignedIn;
let templateId: string;
let versionId: number;

beforeAll(async () => {
  api = await startTestApp({ name: 'document-access' });
  root = await signIn(api, 'SUPER_ADMIN');
});
beforeEach(async () => {
  organization = await createOrganization(api, root);
  owner = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  member = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  templateId = (await createTemplate(api, owner)).publicId;
  const [version] = await api.services.orm.em
    .fork()
    .execute<{ id: string }[]>('select id from template_version where template_public_id = ?', [templateId]);
  versionId = Number(version?.id);
});
afterAll(() => api.close());

async function mayUse(who: SignedIn): Promise<boolean> {
  const documents = createDocumentRepository(createSql(api.services.orm));
  const wanted = { templateId, versionId, accountId: who.user.publicId };
  return (await documents.findTemplate(wanted)) !== null;
}

const act = (method: 'POST' | 'DELETE', url: string) => callAs(api, root, { method, url });

test('owner and member may use a shared template, a stranger and a SUPER_ADMIN may not', async () => {
  expect(await Promise.all([owner, member, await signIn(api), root].map(mayUse))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a user who is removed may no longer', async () => {
  await act('DELETE', `/api/organizations/${organization}/members/${member.user.publicId}`);
  expect([await mayUse(member), await mayUse(owner)]).toEqual([false, true]);
});

test('nobody but the owner may once the organization is deleted', async () => {
  await act('DELETE', `/api/organizations/${organization}`);
  expect([await mayUse(member), await mayUse(owner)]).toEqual([false, true]);
});

test('a locked account uses nothing, its own included, until it is unlocked', async () => {
  for (const { user } of [owner, member]) await act('POST', `/api/admin/users/${user.publicId}/lock`);
  expect([await mayUse(owner), await mayUse(member)]).toEqual([false, false]);
  await act('POST', `/api/admin/users/${owner.user.publicId}/unlock`);
  expect([await mayUse(owner), await mayUse(member)]).toEqual([true, false]);
});

test('a GUEST stamps nothing, by a workflow of before as little as by hand', async () => {
  const as = (applicationRole: string) =>
    callAs(api, root, {
      method: 'PATCH',
      url: `/api/admin/users/${owner.user.publicId}/role`,
      body: { applicationRole },
    });
  await as('GUEST');
  expect([await mayUse(owner), await mayUse(member)]).toEqual([false, true]);
  await as('MEMBER');
  expect(await mayUse(owner)).toBe(true);
});
