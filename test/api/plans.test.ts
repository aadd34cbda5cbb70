import { createPublicId } from '../../src/infra/public-id.ts';
import { Organization } from '../../src/modules/organizations/organization.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { actionsOf } from '../support/usage.ts';

const clock = createTestClock('2026-11-28T12:00:00Z');

const api = await startTestApp({ name: 'plans', clock });
const admin = await signIn(api, 'ADMIN');

const put = (who: SignedIn, target: string, payload: object) =>
  api.app.inject({
    method: 'PUT',
    url: `/api/admin/${target.startsWith('org_') ? 'organizations' : 'users'}/${target}/plan`,
    headers: who.headers,
    payload,
  });
const profile = async ({ headers }: SignedIn) => (await api.app.inject({ url: '/api/me', headers })).json();
const claim = (user: { id: number }, actions: number, source = createPublicId('job')) => ({
  source,
  actions,
  userId: user.id,
  organizationId: null,
  at: clock.now(),
});
const record = (user: { id: number }, source: string, actions: number) =>
  api.services.usage.record({
    source,
    actions,
    userId: user.id,
    organizationId: null,
    templatePublicId: createPublicId('tpl'),
    workflowPublicId: null,
  });

test('a plan shows in the profile, with the calendar month as its period', async () => {
  const someone = await signIn(api);
  const response = await put(admin, someone.user.publicId, {
    nickname: 'Team',
    actionLimit: 500,
    requestsPerMinute: null,
  });
  expect([response.statusCode, response.json().plan, response.json().email]).toEqual([
    200,
    {
      publicId: expect.stringMatching(/^sub_/),
      nickname: 'Team',
      actionLimit: 500,
      requestsPerMinute: null,
      mailsPerDay: null,
    },
    someone.user.email,
  ]);
  expect((await profile(someone)).subscriptions).toEqual([
    {
      publicId: response.json().plan.publicId,
      subscriptionId: null,
      status: 'active',
      nickname: 'Team',
      lookupKey: null,
      interval: 'month',
      amount: null,
      currency: null,
      actionLimit: 500,
      currentBillingPeriodStart: Date.parse('2026-11-01T00:00:00Z') / 1000,
      currentBillingPeriodEnd: Date.parse('2026-12-01T00:00:00Z') / 1000,
    },
  ]);
  const kept = await put(admin, someone.user.publicId, { actionLimit: 7 });
  expect(kept.json().plan).toMatchObject({ nickname: 'Team', actionLimit: 7 });
  const trail = await api.app.inject({
    url: `/api/admin/audit?target=${someone.user.publicId}`,
    headers: admin.headers,
  });
  expect(trail.json().content[0]).toMatchObject({
    action: 'USER_PLAN_CHANGED',
    changes: { actionLimit: { from: 500, to: 7 } },
  });
});

test('a first plan without limits is in profile and trail; the same again is not', async () => {
  const someone = await signIn(api);
  for (let n = 0; n < 2; n++) await put(admin, someone.user.publicId, { actionLimit: null });
  expect((await profile(someone)).subscriptions).toHaveLength(1);
  const trail = await api.app.inject({
    url: `/api/admin/audit?target=${someone.user.publicId}`,
    headers: admin.headers,
  });
  expect(trail.json().content.map(({ action }: { action: string }) => action)).toEqual(['USER_PLAN_CHANGED']);
});

test.each([
  ['an unknown member', { actionLimit: 1, price: 3 }],
  ['nothing', {}],
  ['a limit below zero', { actionLimit: -1 }],
  ['a limit that is no whole number', { actionLimit: 1.5 }],
  ['a limit that is text', { actionLimit: '10' }],
  ['no request at all', { requestsPerMinute: 0 }],
])('a plan with %s is rejected', async (_what, payload) => {
  const { user } = await signIn(api);
  expect((await put(admin, user.publicId, payload)).statusCode).toBe(400);
});

test('the error describes the wrong value and does not suggest null', async () => {
  const { user } = await signIn(api);
  const response = await put(admin, user.publicId, { actionLimit: '10' });
  expect(response.json().errors).toEqual([{ path: 'actionLimit', message: 'must be integer' }]);
});

test('only administrators set plans, and an ADMIN none of a SUPER_ADMIN', async () => {
  const member = await signIn(api);
  const chief = await signIn(api, 'SUPER_ADMIN');
  const plan = { actionLimit: 1 };
  expect((await put(member, member.user.publicId, plan)).statusCode).toBe(403);
  expect((await put(admin, chief.user.publicId, plan)).statusCode).toBe(403);
  expect((await put(chief, chief.user.publicId, plan)).statusCode).toBe(200);
  expect((await put(admin, createPublicId('usr'), plan)).statusCode).toBe(404);
  expect((await put(admin, createPublicId('org'), plan)).statusCode).toBe(404);
});

test('concurrent reservations never exceed the limit, and a released one can be used again', async () => {
  const { user } = await signIn(api);
  await put(admin, user.publicId, { actionLimit: 10 });
  const { usage } = api.services;
  const claims = Array.from({ length: 8 }, () => claim(user, 3));
  const responses = await Promise.all(claims.map((each) => usage.reserve(each)));
  const granted = claims.filter((_, i) => responses[i]?.isGranted === true);
  expect(granted).toHaveLength(3);
  // Repeating the same work uses its own reservation.
  expect((await usage.reserve(granted[0] ?? claim(user, 3))).isGranted).toBe(true);
  await usage.release(granted[0]?.source ?? '');
  expect((await usage.getQuota({ userId: user.id, organizationId: null })).taken).toBe(6);
  // Two of three were made.
  await Promise.all([1, 2, 3].map(() => record(user, granted[1]?.source ?? '', 2)));
  expect((await usage.getQuota({ userId: user.id, organizationId: null })).taken).toBe(5);
  expect((await usage.reserve(claim(user, 6))).isGranted).toBe(false);
  expect((await usage.reserve(claim(user, 5))).isGranted).toBe(true);
});

test('reservations of a dead process expire', async () => {
  const { user } = await signIn(api);
  await put(admin, user.publicId, { actionLimit: 4 });
  const { usage } = api.services;
  await usage.reserve(claim(user, 4));
  expect((await usage.reserve(claim(user, 1))).isGranted).toBe(false);
  clock.time += 6 * 60_000;
  await usage.expire();
  expect((await usage.reserve(claim(user, 1))).isGranted).toBe(true);
});

test('PDFs from templates of an organization count on its plan, and the account shows them', async () => {
  const someone = await signIn(api);
  const em = api.services.orm.em.fork();
  const organization = em.create(Organization, { publicId: createPublicId('org'), name: 'Acme' });
  await em.flush();
  expect((await put(admin, organization.publicId, { actionLimit: 5 })).json()).toMatchObject({
    name: 'Acme',
  });
  await put(admin, someone.user.publicId, { actionLimit: 0 });
  const { usage } = api.services;
  const ours = { ...claim(someone.user, 5), organizationId: organization.id };
  expect((await usage.reserve(ours)).isGranted).toBe(true);
  await usage.record({ ...ours, templatePublicId: createPublicId('tpl'), workflowPublicId: null });
  const room = await usage.getQuota({ userId: someone.user.id, organizationId: organization.id });
  expect(room).toEqual({ subject: organization.publicId, actionLimit: 5, taken: 5 });
  expect((await usage.getQuota({ userId: someone.user.id, organizationId: null })).taken).toBe(0);
  expect(await actionsOf(api, someone.user)).toBe(5);
});

test('a month pays for what began in it', async () => {
  const { user } = await signIn(api);
  await put(admin, user.publicId, { actionLimit: 2 });
  const { usage } = api.services;
  const before = clock.time;
  const begun = { ...claim(user, 2), at: new Date('2026-11-30T23:59:59Z') };
  expect((await usage.reserve(begun)).isGranted).toBe(true);
  clock.time = Date.parse('2026-12-01T00:00:01Z');
  await usage.record({ ...begun, templatePublicId: createPublicId('tpl'), workflowPublicId: null });
  expect((await usage.getQuota({ userId: user.id, organizationId: null })).taken).toBe(0);
  expect((await usage.getQuota({ userId: user.id, organizationId: null }, begun.at)).taken).toBe(2);
  clock.time = before;
});

test('the requests a minute of a plan count instead of the general limit, at once', async () => {
  const someone = await signIn(api);
  await put(admin, someone.user.publicId, { requestsPerMinute: 3 });
  const me = () => api.app.inject({ url: '/api/me', headers: someone.headers });
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await me()).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await put(admin, someone.user.publicId, { requestsPerMinute: null });
  expect((await me()).statusCode).toBe(200);
});

test("the requests a minute of an organization's plan count for each member without a limit of their own", async () => {
  const someone = await signIn(api);
  const limit = async () =>
    Number((await api.app.inject({ url: '/api/me', headers: someone.headers })).headers['ratelimit-limit']);
  const general = await limit();
  const join = async (requestsPerMinute: number) => {
    const organization = await createOrganization(api, admin);
    await joinOrganization(api, admin, { organization, role: 'MEMBER', who: someone });
    await put(admin, organization, { requestsPerMinute });
    return organization;
  };
  const first = await join(40);
  expect(await limit()).toBe(40);
  const second = await join(50);
  expect(await limit()).toBe(50);
  await put(admin, someone.user.publicId, { requestsPerMinute: 45 });
  expect(await limit()).toBe(45);
  await put(admin, someone.user.publicId, { requestsPerMinute: null });
  for (const one of [first, second]) await put(admin, one, { requestsPerMinute: null });
  expect(await limit()).toBe(general);
});

test('the e-mails a day of a plan replace the general limit, and the usage report shows them', async () => {
  const someone = await signIn(api);
  const mails = async () => (await callAs(api, someone, { url: '/api/usage' })).body.mails;
  expect(await mails()).toEqual({ sent: 0, limitPerDay: null, leftToday: null });
  const response = await put(admin, someone.user.publicId, { mailsPerDay: 5 });
  expect([response.statusCode, response.json().plan.mailsPerDay]).toEqual([200, 5]);
  const today = new Date(clock.time).toISOString().slice(0, 10);
  await api.services.orm.em
    .fork()
    .execute('insert into mail_day (account, day, mails) values (?, ?, 3)', [someone.user.publicId, today]);
  expect(await mails()).toEqual({ sent: 3, limitPerDay: 5, leftToday: 2 });
});
