import { createPublicId } from '../../src/infra/public-id.ts';
import { Membership } from '../../src/modules/organizations/membership.entity.ts';
import { Organization } from '../../src/modules/organizations/organization.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { signIn } from '../support/login.ts';
import { actionsOf } from '../support/usage.ts';

const clock = createTestClock('2026-11-28T12:00:00Z');

const api = await startTestApp({ name: 'users-me', clock });

const profile = async (headers: Record<string, string>) =>
  (await api.app.inject({ url: '/api/me', headers })).json();

test.each(['SUPER_ADMIN', 'ADMIN', 'MEMBER', 'GUEST'] as const)(
  '%s reads their own profile',
  async (role) => {
    const { user, headers } = await signIn(api, role);
    expect(await profile(headers)).toEqual({
      publicId: user.publicId,
      email: user.email,
      applicationRole: role,
      isEnabled: true,
      isVerified: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      stripeCustomerId: null,
      roles: [`ROLE_${role}`],
      monthlyActionsUsed: 0,
      organizationMemberships: [],
      subscriptions: [],
      twoFactor: { enabled: false, method: null },
    });
  },
);

test('memberships show, and administering an organization is a role', async () => {
  const { user, headers } = await signIn(api);
  const em = api.services.orm.em.fork();
  const [led, joined] = ['Led', 'Joined'].map((name) =>
    em.create(Organization, { publicId: createPublicId('org'), name }),
  );
  if (!led || !joined) throw new Error('not made');
  await em.flush();
  em.create(Membership, { user: user.id, organization: led, role: 'ORG_ADMIN' });
  em.create(Membership, { user: user.id, organization: joined, role: 'MEMBER' });
  await em.flush();
  const { roles, organizationMemberships } = await profile(headers);
  expect(roles).toEqual(['ROLE_MEMBER', `org:${led.id}:org_admin`]);
  expect(organizationMemberships).toEqual([
    {
      organizationId: led.publicId,
      organizationName: 'Led',
      role: 'ORG_ADMIN',
      joinedAt: expect.any(String),
    },
    {
      organizationId: joined.publicId,
      organizationName: 'Joined',
      role: 'MEMBER',
      joinedAt: expect.any(String),
    },
  ]);
});

test('actions count once per source, and from the first of the month', async () => {
  const { user, headers } = await signIn(api);
  const use = (source: string, actions: number) =>
    api.services.usage.record({
      source,
      actions,
      userId: user.id,
      organizationId: null,
      templatePublicId: createPublicId('tpl'),
      workflowPublicId: null,
    });
  const source = createPublicId('job');
  expect(await Promise.all([use(source, 200), use(source, 200)])).toEqual(
    expect.arrayContaining([true, false]),
  );
  await use(createPublicId('doc'), 1);
  expect((await profile(headers)).monthlyActionsUsed).toBe(201);
  clock.time = Date.parse('2026-11-30T23:59:59Z');
  const late = await signIn(api);
  expect((await profile(late.headers)).monthlyActionsUsed).toBe(0);
  clock.time = Date.parse('2026-12-01T00:00:00Z');
  const fresh = await actionsOf(api, user);
  expect(fresh).toBe(0);
});

test('nothing secret is in it', async () => {
  const { headers } = await signIn(api);
  const { body } = await api.app.inject({ url: '/api/me', headers });
  expect(body).not.toMatch(/argon2|password|totp|secret/i);
});
