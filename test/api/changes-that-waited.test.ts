import pg from 'pg';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, inviteByMail, joinOrganization } from '../support/organizations.ts';
import { createTemplate, sendForm } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/**
 * A change waits for a row that another transaction holds. That transaction takes the right to the change away and
 * commits: the change is rejected, because the rights are checked on locked rows.
 */
const api = await startTestApp({ name: 'changes-that-waited' });
const root = await signIn(api, 'SUPER_ADMIN');
const holder = new pg.Client({ connectionString: api.services.config.DATABASE_URL });
await holder.connect();
afterAll(async () => {
  await holder.end();
});

/** Sends the request while the rows are locked; returns its response after `change` is committed. */
async function whileLocked<Response>(
  rows: { table: string; where: string; is: unknown },
  { request, change }: { request: () => Promise<Response>; change: string },
): Promise<Response> {
  await holder.query('begin');
  await holder.query(`select id from ${rows.table} where ${rows.where} = $1 for update`, [rows.is]);
  const response = request();
  await Promise.race([response, until(isWaiting)]);
  await holder.query(`update ${rows.table} set ${change} where ${rows.where} = $1`, [rows.is]);
  await holder.query('commit');
  return response;
}

async function isWaiting(): Promise<boolean> {
  const { rows } = await holder.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

const accountOf = (who: SignedIn) => ({ table: 'user_account', where: 'id', is: who.user.id });
const membershipOf = (who: SignedIn) => ({ table: 'membership', where: 'user_id', is: who.user.id });
const LOCKED = 'is_enabled = false';
const DEMOTED = `application_role = 'GUEST'`;

async function sharedTemplate() {
  const organization = await createOrganization(api, root);
  const owner = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const admin = await joinOrganization(api, root, { organization, role: 'ORG_ADMIN' });
  const { publicId } = await createTemplate(api, owner, { name: 'Letter' });
  const put = async (who: SignedIn) => {
    const json = JSON.stringify({ FieldMappings: {} });
    const parts = Object.entries({ name: 'Taken over', json }).map(([name, value]) => ({ name, value }));
    return (await sendForm(api, who, { method: 'PUT', url: `/api/templates/${publicId}`, parts })).statusCode;
  };
  const record = async () => (await callAs(api, owner, { url: `/api/templates/${publicId}` })).body;
  return { publicId, owner, admin, put, record };
}

describe('a template is not changed', () => {
  test('by an organization admin after its sharing ended', async () => {
    const { publicId, admin, put, record } = await sharedTemplate();
    const before = await record();
    const rows = { table: 'template', where: 'public_id', is: publicId };
    expect(await whileLocked(rows, { request: () => put(admin), change: 'organization_id = null' })).toBe(
      404,
    );
    expect(await record()).toEqual({ ...before, flags: 'S' });
  });

  test('by an organization admin after becoming a MEMBER', async () => {
    const { admin, put, record } = await sharedTemplate();
    const before = await record();
    const change = `role = 'MEMBER'`;
    expect(await whileLocked(membershipOf(admin), { request: () => put(admin), change })).toBe(403);
    expect(await record()).toEqual(before);
  });

  test.each([
    ['was locked', LOCKED, 401],
    ['became a GUEST', DEMOTED, 403],
  ])('by its owner, whose account %s', async (_what, change, status) => {
    const { owner, admin, put, publicId } = await sharedTemplate();
    expect(await whileLocked(accountOf(owner), { request: () => put(owner), change })).toBe(status);
    expect((await callAs(api, admin, { url: `/api/templates/${publicId}` })).body.name).toBe('Letter');
  });

  test('or deleted by its owner, whose account was locked', async () => {
    const { owner, admin, publicId } = await sharedTemplate();
    const url = `/api/templates/${publicId}`;
    const request = () => callAs(api, owner, { method: 'DELETE', url });
    expect((await whileLocked(accountOf(owner), { request, change: LOCKED })).status).toBe(401);
    expect((await callAs(api, admin, { url })).status).toBe(200);
  });
});

test.each([
  ['changed', 'PUT'],
  ['deleted', 'DELETE'],
] as const)('a workflow is not %s by an account that was locked', async (_what, method) => {
  const owner = await signIn(api);
  const { publicId } = await createWorkflow(api, owner);
  const body = method === 'PUT' ? { name: 'Changed' } : undefined;
  const request = () =>
    callAs(api, owner, { method, url: `/api/workflows/${publicId}`, ...(body !== undefined && { body }) });
  expect((await whileLocked(accountOf(owner), { request, change: LOCKED })).status).toBe(401);
  const { rows } = await holder.query('select name from workflow where public_id = $1', [publicId]);
  expect(rows).toHaveLength(1);
  expect(rows[0].name).not.toBe('Changed');
});

test.each([
  ['created', 'POST', ''],
  ['revoked', 'DELETE', '/:keyId'],
] as const)('an API key is not %s by an account that was locked', async (_what, method, path) => {
  const who = await signIn(api);
  const url = '/api/me/api-keys';
  const body = { name: 'Key', scopes: ['read'] };
  const { keyId } = (await callAs(api, who, { method: 'POST', url, body })).body;
  const request = () =>
    callAs(api, who, {
      method,
      url: `${url}${path.replace(':keyId', keyId)}`,
      ...(method === 'POST' && { body }),
    });
  expect((await whileLocked(accountOf(who), { request, change: LOCKED })).status).toBe(401);
  const { rows } = await holder.query('select 1 from api_key where user_id = $1', [who.user.id]);
  expect(rows).toHaveLength(1);
});

describe('an organization', () => {
  const call = (who: SignedIn, organization: string, method: 'POST' | 'PUT' | 'DELETE', path: string) =>
    callAs(api, who, {
      method,
      url: `/api/organizations/${organization}${path}`,
      ...(method === 'POST' && { body: { email: 'other@example.com', role: 'ORG_ADMIN' } }),
      ...(method === 'PUT' && { body: { name: 'Changed' } }),
    });

  test.each([
    ['changed', 'PUT', ''],
    ['deleted', 'DELETE', ''],
    ['joined through an invitation', 'POST', '/invitations'],
  ] as const)('is not %s by an administrator who became a MEMBER', async (_what, method, path) => {
    const organization = await createOrganization(api, root);
    const admin = await signIn(api, 'ADMIN');
    const request = () => call(admin, organization, method, path);
    const change = `application_role = 'MEMBER'`;
    expect((await whileLocked(accountOf(admin), { request, change })).status).toBe(404);
    const { status, body } = await callAs(api, root, { url: `/api/organizations/${organization}` });
    expect([status, body.name]).toEqual([200, 'Rentals']);
  });

  test('keeps a member whom an ORG_ADMIN removes after becoming a MEMBER', async () => {
    const organization = await createOrganization(api, root);
    const admin = await joinOrganization(api, root, { organization, role: 'ORG_ADMIN' });
    const member = await joinOrganization(api, root, { organization, role: 'MEMBER' });
    const request = () => call(admin, organization, 'DELETE', `/members/${member.user.publicId}`);
    await holder.query('begin');
    await holder.query('select 1 from organization where public_id = $1 for update', [organization]);
    const response = request();
    await Promise.race([response, until(isWaiting)]);
    await holder.query(`update membership set role = 'MEMBER' where user_id = $1`, [admin.user.id]);
    await holder.query('commit');
    expect((await response).status).toBe(403);
  });

  test('gets no plan from an administrator who became a MEMBER', async () => {
    const organization = await createOrganization(api, root);
    const admin = await signIn(api, 'ADMIN');
    const url = `/api/admin/organizations/${organization}/plan`;
    const request = () => callAs(api, admin, { method: 'PUT', url, body: { actionLimit: 5 } });
    const change = `application_role = 'MEMBER'`;
    expect((await whileLocked(accountOf(admin), { request, change })).status).toBe(404);
  });

  test('is not joined by an account whose address was changed from the invited one', async () => {
    const organization = await createOrganization(api, root);
    const who = await signIn(api);
    const token = await inviteByMail(api, root, { organization, email: who.user.email, role: 'MEMBER' });
    const request = () =>
      callAs(api, who, { method: 'POST', url: '/api/invitations/accept', body: { token } });
    const change = `email = 'changed@example.com'`;
    expect((await whileLocked(accountOf(who), { request, change })).status).toBe(403);
    const { rows } = await holder.query('select 1 from membership where user_id = $1', [who.user.id]);
    expect(rows).toEqual([]);
  });
});
