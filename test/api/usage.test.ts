import { createPublicId } from '../../src/infra/public-id.ts';
import { Membership } from '../../src/modules/organizations/membership.entity.ts';
import { Organization } from '../../src/modules/organizations/organization.entity.ts';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';

const api = await startTestApp({ name: 'usage', clock: { now: () => new Date('2026-11-28T12:00:00Z') } });

const ask = (who: SignedIn, query = '') =>
  api.app.inject({ url: `/api/usage${query}`, headers: who.headers });
const use = ({ user }: SignedIn, at: string, values: object = {}) =>
  api.services.usage.record({
    source: createPublicId('doc'),
    userId: user.id,
    organizationId: null,
    actions: 1,
    templatePublicId: 'tpl_00000000000000000000000001',
    workflowPublicId: null,
    at: new Date(at),
    ...values,
  });

test('days are those of UTC, all of the range, and both ends count', async () => {
  const me = await signIn(api);
  await use(me, '2026-11-01T00:00:00Z', { actions: 200 });
  await use(me, '2026-11-01T23:59:59.999Z');
  await use(me, '2026-11-02T00:00:00Z', { workflowPublicId: 'wrk_00000000000000000000000001' });
  await use(me, '2026-10-31T23:59:59Z', { actions: 1_000 });
  const report = (await ask(me, '?from=2026-11-01&to=2026-11-03')).json();
  expect(report).toMatchObject({ from: '2026-11-01', to: '2026-11-03', actions: 202, actionLimit: null });
  expect(report.days).toEqual([
    { date: '2026-11-01', actions: 201 },
    { date: '2026-11-02', actions: 1 },
    { date: '2026-11-03', actions: 0 },
  ]);
  expect(report.templates).toEqual([
    { templateId: 'tpl_00000000000000000000000001', name: null, actions: 202 },
  ]);
  expect(report.workflows).toEqual([
    { workflowId: 'wrk_00000000000000000000000001', name: null, actions: 1 },
  ]);
  const month = (await ask(me)).json();
  expect([month.from, month.to, month.days.length]).toEqual(['2026-11-01', '2026-11-28', 28]);
});

test.each([
  ['?from=2026-02-30&to=2026-03-01'],
  ['?from=2026-11-02&to=2026-11-01'],
  ['?from=2025-11-01&to=2026-11-28'],
  ['?from=yesterday'],
  ['?days=3'],
])('%s is rejected', async (query) => {
  expect((await ask(await signIn(api), query)).statusCode).toBe(400);
});

test('the usage of an organization is for those who manage it', async () => {
  const [lead, member, stranger] = [await signIn(api), await signIn(api), await signIn(api)];
  const em = api.services.orm.em.fork();
  const organization = em.create(Organization, { publicId: createPublicId('org'), name: 'Acme' });
  await em.flush();
  em.create(Membership, { user: lead.user.id, organization, role: 'ORG_ADMIN' });
  em.create(Membership, { user: member.user.id, organization, role: 'MEMBER' });
  await em.flush();
  await use(member, '2026-11-05T10:00:00Z', { organizationId: organization.id, actions: 3 });
  await use(member, '2026-11-05T10:00:00Z');
  const query = `?organizationId=${organization.publicId}`;
  expect((await ask(lead, query)).json().actions).toBe(3);
  expect((await ask(member, query)).statusCode).toBe(403);
  expect((await ask(stranger, query)).statusCode).toBe(404);
  expect((await ask(member)).json().actions).toBe(4);
});
