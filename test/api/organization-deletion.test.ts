import type { EntityManager } from '@mikro-orm/postgresql';
import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { createTemplate, pdfPart, sendForm } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { actionsOf } from '../support/usage.ts';

/** An organization or a membership that ends while something rests on it. */
const api = await startTestApp({ name: 'organization-ends' });
const root = await signIn(api, 'SUPER_ADMIN');

const end = (organization: string, member?: SignedIn) => {
  const path = member === undefined ? '' : `/members/${member.user.publicId}`;
  return callAs(api, root, { method: 'DELETE', url: `/api/organizations/${organization}${path}` });
};
const limit = (subject: string, actionLimit: number) => {
  const kind = subject.startsWith('org_') ? 'organizations' : 'users';
  const url = `/api/admin/${kind}/${subject}/plan`;
  return callAs(api, root, { method: 'PUT', url, body: { actionLimit } });
};
async function idOf(organization: string): Promise<number> {
  const [row] = await api.services.orm.em
    .fork()
    .execute<{ id: string }[]>('select id from organization where public_id = ?', [organization]);
  return Number(row?.id);
}
async function payerOf({ user }: SignedIn, templateId: string): Promise<number | null> {
  const { id, publicId, email, applicationRole } = user;
  const current = { id, publicId, email, applicationRole };
  return (await api.services.templates.getCurrent(current, templateId)).payingOrganizationId;
}

test('work that began before the organization was deleted is counted once, for the account', async () => {
  const organization = await createOrganization(api, root);
  const someone = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  await limit(organization, 10);
  const { usage } = api.services;
  const actor = { userId: someone.user.id, organizationId: await idOf(organization) };
  const claim = { ...actor, source: createPublicId('job'), actions: 4, at: new Date() };
  expect((await usage.reserve(claim)).isGranted).toBe(true);
  expect((await end(organization)).status).toBe(200);
  const done = { ...claim, templatePublicId: createPublicId('tpl'), workflowPublicId: null };
  expect([await usage.record(done), await usage.record(done)]).toEqual([true, false]);
  expect(await actionsOf(api, someone.user)).toBe(4);
  expect((await usage.getQuota({ userId: someone.user.id, organizationId: null })).taken).toBe(4);
  const rows = await api.services.orm.em
    .fork()
    .execute('select reserved from usage_counter where subject = ?', [organization]);
  expect(rows).toEqual([{ reserved: 0 }]);
});

test('a count waits for a deletion under way, and is not lost with it', async () => {
  const organization = await createOrganization(api, root);
  const someone = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const organizationId = await idOf(organization);
  const em = api.services.orm.em.fork();
  await em.begin();
  await em.execute('delete from organization where id = ?', [organizationId]);
  const counted = api.services.usage.record({
    source: createPublicId('job'),
    actions: 2,
    userId: someone.user.id,
    organizationId,
    templatePublicId: createPublicId('tpl'),
    workflowPublicId: null,
  });
  await until(() => isWaiting('%usage_entry%'));
  await em.commit();
  expect(await counted).toBe(true);
  expect(await actionsOf(api, someone.user)).toBe(2);
});

test('nothing waits under the limit of an organization that is gone: its plan goes with it', async () => {
  const organization = await createOrganization(api, root);
  await limit(organization, 0);
  await end(organization);
  const plans = await api.services.orm.em
    .fork()
    .execute('select 1 from plan where subject = ?', [organization]);
  expect(plans).toEqual([]);
});

test('documents that a former member stamps from a template they left shared count for that member', async () => {
  const organization = await createOrganization(api, root);
  const owner = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const other = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const { publicId } = await createTemplate(api, owner, { organizationId: organization });
  const id = await idOf(organization);
  expect([await payerOf(owner, publicId), await payerOf(other, publicId)]).toEqual([id, id]);
  await end(organization, owner);
  expect([await payerOf(owner, publicId), await payerOf(other, publicId)]).toEqual([null, id]);
});

describe('uploads beside the deletion of another organization', () => {
  let deletion: EntityManager;
  let organizations: [string, string];
  let someone: SignedIn;

  beforeEach(async () => {
    const one = await createOrganization(api, root, 'One');
    const two = await createOrganization(api, root, 'Two');
    organizations = [one, two];
    someone = await joinOrganization(api, root, { organization: one, role: 'MEMBER' });
    await joinOrganization(api, root, { organization: two, role: 'MEMBER', who: someone });
    deletion = api.services.orm.em.fork();
    await deletion.begin();
    await deletion.execute('delete from membership where organization_id = ?', [await idOf(two)]);
  });
  afterEach(() => deletion.rollback());

  test.each(['the other one', 'none'])('wait for none of it when they name %s', async (named) => {
    const organizationId = named === 'none' ? '' : organizations[0];
    let isDone = false;
    const upload = createTemplate(api, someone, { organizationId }).finally(() => {
      isDone = true;
    });
    await until(async () => isDone || (await isWaiting('%"membership"%for share%')));
    expect(isDone).toBe(true);
    await upload;
  });

  test('are rejected after the object they name was deleted', async () => {
    const upload = createTemplate(api, someone, { organizationId: organizations[1] });
    const rejected = expect(upload).rejects.toThrow(/is not one of your organizations/);
    await until(() => isWaiting('%"membership"%for share%'));
    await deletion.commit();
    await rejected;
    await deletion.begin();
  });
});

test('organizations that are deleted while their members upload, move and leave give no fault and no stray template', async () => {
  const names = ['A', 'B', 'C', 'D'];
  const organizations = await Promise.all(names.map((name) => createOrganization(api, root, name)));
  const people: SignedIn[] = [];
  for (const start of names.keys()) {
    let who: SignedIn | undefined;
    // Each account joined in another order, so that locking memberships in that order would deadlock.
    for (const step of names.keys()) {
      const organization = organizations[(start + step) % names.length] ?? '';
      who = await joinOrganization(api, root, { organization, role: 'MEMBER', ...(who && { who }) });
    }
    if (who !== undefined) people.push(who);
  }
  const parts = async (organizationId: string) => [
    await pdfPart(),
    { name: 'name', value: 'Letter' },
    { name: 'organizationId', value: organizationId },
  ];
  const templates = await Promise.all(people.map((who) => createTemplate(api, who, { organizationId: '' })));
  const statuses = await Promise.all([
    ...people.flatMap((who, n) =>
      organizations.flatMap((organizationId) => [
        parts(organizationId).then((form) => sendForm(api, who, { parts: form })),
        sendForm(api, who, {
          method: 'PUT',
          url: `/api/templates/${templates[n]?.publicId}`,
          parts: [{ name: 'organizationId', value: organizationId }],
        }),
      ]),
    ),
    ...people.map((who, n) =>
      api.app.inject({
        method: 'DELETE',
        headers: who.headers,
        url: `/api/organizations/${organizations[n]}/members/${who.user.publicId}`,
      }),
    ),
    ...organizations.map((id) =>
      api.app.inject({ method: 'DELETE', url: `/api/organizations/${id}`, headers: root.headers }),
    ),
  ]);
  for (const response of statuses) expect([200, 400, 404]).toContain(response.statusCode);
  const left = await api.services.orm.em
    .fork()
    .execute('select 1 from organization where public_id in (?, ?, ?, ?)', organizations);
  expect(left).toEqual([]);
});

/** Whether a statement like this waits for a lock in the database of this test. */
async function isWaiting(like: string): Promise<boolean> {
  const rows = await api.services.orm.em.fork().execute<object[]>(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike ?`,
    [like],
  );
  return rows.length > 0;
}
