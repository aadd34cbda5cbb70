import { createDocumentRepository } from '../../src/modules/documents/document.repository.ts';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { createTemplate } from '../support/templates.ts';

/** A template node asks this when it runs: the present state counts, not that at the start of the run. */
const api = await startTestApp({ name: 'document-access' });
const root = await signIn(api, 'SUPER_ADMIN');
const documents = createDocumentRepository(api.services.sql);

/** A template that its owner shares with an organization. */
async function sharedTemplate() {
  const organization = await createOrganization(api, root);
  const owner = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const member = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const templateId = (await createTemplate(api, owner)).publicId;
  const [version] = await api.services.orm.em
    .fork()
    .execute<{ id: string }[]>('select id from template_version where template_public_id = ?', [templateId]);
  const mayUse = async ({ user }: SignedIn): Promise<boolean> => {
    const wanted = { templateId, versionId: Number(version?.id), accountId: user.publicId };
    return (await documents.findTemplate(wanted)) !== null;
  };
  return { organization, owner, member, mayUse };
}

const act = (method: 'POST' | 'DELETE', url: string) => callAs(api, root, { method, url });

test('owner and member may use a shared template, a stranger and a SUPER_ADMIN may not', async () => {
  const { owner, member, mayUse } = await sharedTemplate();
  expect(await Promise.all([owner, member, await signIn(api), root].map(mayUse))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a user who is removed may no longer', async () => {
  const { organization, owner, member, mayUse } = await sharedTemplate();
  await act('DELETE', `/api/organizations/${organization}/members/${member.user.publicId}`);
  expect([await mayUse(member), await mayUse(owner)]).toEqual([false, true]);
});

test('once the organization is deleted, only the owner may use the template', async () => {
  const { organization, owner, member, mayUse } = await sharedTemplate();
  await act('DELETE', `/api/organizations/${organization}`);
  expect([await mayUse(member), await mayUse(owner)]).toEqual([false, true]);
});

test('a locked account uses nothing, its own included, until it is unlocked', async () => {
  const { owner, member, mayUse } = await sharedTemplate();
  for (const { user } of [owner, member]) await act('POST', `/api/admin/users/${user.publicId}/lock`);
  expect([await mayUse(owner), await mayUse(member)]).toEqual([false, false]);
  await act('POST', `/api/admin/users/${owner.user.publicId}/unlock`);
  expect([await mayUse(owner), await mayUse(member)]).toEqual([true, false]);
});

test('a GUEST stamps nothing, by a workflow of before as little as by hand', async () => {
  const { owner, member, mayUse } = await sharedTemplate();
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
