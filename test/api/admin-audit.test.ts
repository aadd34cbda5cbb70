import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, type SignedIn, signIn } from '../support/login.ts';

const clock = createTestClock('2026-11-28T10:00:00Z');

const api = await startTestApp({
  name: 'admin-audit',
  clock,
  env: { TRUST_PROXY: '192.0.2.1' },
});
const root = await signIn(api, 'SUPER_ADMIN');
const admin = await signIn(api, 'ADMIN');

async function trail(query: string, who: SignedIn = admin) {
  const response = await api.app.inject({ url: `/api/admin/audit?${query}`, headers: who.headers });
  return { status: response.statusCode, body: response.json() };
}

async function act(who: SignedIn, path: string, { method = 'POST', payload }: Act = {}) {
  return api.app.inject({
    method,
    url: `/api/admin/users/${path}`,
    ...(payload !== undefined && { payload }),
    headers: { ...who.headers, 'user-agent': 'Console/1.0', 'x-request-id': 'request-of-the-test' },
    remoteAddress: '203.0.113.7',
  });
}
interface Act {
  method?: 'POST' | 'PATCH';
  payload?: object;
}

test('every action adds one entry: actor, action, target, time, address and changes', async () => {
  const user = await createUser(api);
  const { publicId, email } = user;
  await act(admin, `${publicId}/lock`);
  await act(root, `${publicId}/unlock`);
  await act(admin, `${publicId}/role`, { method: 'PATCH', payload: { applicationRole: 'GUEST' } });
  await act(admin, publicId, { method: 'PATCH', payload: { email: 'Renamed@example.com' } });
  const { status, body } = await trail(`target=${publicId}`);
  expect(status).toBe(200);
  const common = {
    sequence: expect.any(Number),
    at: '2026-11-28T10:00:00',
    actor: { publicId: admin.user.publicId, email: admin.user.email },
    target: { publicId, name: email },
    ip: '203.0.113.7',
    userAgent: 'Console/1.0',
    requestId: 'request-of-the-test',
  };
  expect(body.content).toEqual([
    {
      ...common,
      action: 'USER_EMAIL_CHANGED',
      changes: { email: { from: email, to: 'renamed@example.com' } },
    },
    {
      ...common,
      action: 'USER_ROLE_CHANGED',
      changes: { applicationRole: { from: 'MEMBER', to: 'GUEST' } },
    },
    {
      ...common,
      action: 'USER_UNLOCKED',
      actor: { publicId: root.user.publicId, email: root.user.email },
      changes: { isEnabled: { from: false, to: true } },
    },
    { ...common, action: 'USER_LOCKED', changes: { isEnabled: { from: true, to: false } } },
  ]);
  const sequences = body.content.map(({ sequence }: { sequence: number }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a: number, b: number) => b - a));
});

test('a rejected action, or one that changes nothing, adds no entry', async () => {
  const user = await createUser(api);
  const boss = await createUser(api, { role: 'SUPER_ADMIN' });
  await act(admin, `${boss.publicId}/lock`);
  await act(admin, `${user.publicId}/unlock`);
  await act(admin, `${user.publicId}/role`, { method: 'PATCH', payload: { applicationRole: 'MEMBER' } });
  await act(admin, `${user.publicId}/role`, { method: 'PATCH', payload: { applicationRole: 'NONE' } });
  await act(admin, user.publicId, { method: 'PATCH', payload: { email: admin.user.email } });
  for (const { publicId } of [user, boss]) {
    expect((await trail(`target=${publicId}`)).body.totalElements).toBe(0);
  }
});

test('an action whose entry cannot be written is rolled back', async () => {
  const user = await createUser(api);
  const em = api.services.orm.em.fork();
  await em.execute(
    `alter table audit_entry add constraint rejected check (target_id <> '${user.publicId}') not valid`,
  );
  try {
    expect((await act(admin, `${user.publicId}/lock`)).statusCode).toBe(500);
    const [row] = await em.execute<{ is_enabled: boolean }[]>(
      'select is_enabled from user_account where id = ?',
      [user.id],
    );
    expect(row?.is_enabled).toBe(true);
  } finally {
    await em.execute('alter table audit_entry drop constraint rejected');
  }
});

test('a long user agent is cut, a missing one is null', async () => {
  const user = await createUser(api);
  const url = `/api/admin/users/${user.publicId}`;
  const { headers } = admin;
  const long = { ...headers, 'user-agent': 'x'.repeat(2000) };
  await api.app.inject({ method: 'POST', url: `${url}/lock`, headers: long });
  await api.app.inject({ method: 'POST', url: `${url}/unlock`, headers: { ...headers, 'user-agent': '' } });
  const { body } = await trail(`target=${user.publicId}`);
  expect(body.content.map(({ userAgent }: { userAgent: string }) => userAgent?.length)).toEqual([0, 300]);
});

test('it is filtered by actor, action and time, and paged', async () => {
  const actor = await signIn(api, 'ADMIN');
  const user = await createUser(api);
  const start = clock.time;
  for (const action of ['lock', 'unlock', 'lock', 'unlock']) {
    clock.time += 60_000;
    await act(actor, `${user.publicId}/${action}`);
  }
  clock.time = start;
  const by = `actor=${actor.user.publicId}`;
  const count = async (query: string) => (await trail(query)).body.totalElements;
  expect(await count(by)).toBe(4);
  expect(await count(`${by}&action=USER_LOCKED`)).toBe(2);
  expect(await count(`${by}&from=2026-11-28T10:02:00`)).toBe(3);
  expect(await count(`${by}&to=2026-11-28T10:02:00`)).toBe(2);
  expect(await count(`${by}&from=2026-11-29`)).toBe(0);
  expect(await count(`actor=${createPublicId('usr')}`)).toBe(0);
  const { body } = await trail(`${by}&size=3&page=1`);
  expect([body.content.length, body.totalPages, body.totalElements, body.number]).toEqual([1, 2, 4, 1]);
});

test.each([
  ['actor=me', 'must be the id of an account: usr_ and 26 characters'],
  ['target=someone@example.com', 'must be an id: three letters, an underscore and 26 characters'],
])('the error for %s describes the expected form', async (query, message) => {
  expect((await trail(query)).body.errors).toEqual([{ path: query.split('=')[0], message }]);
});

test.each(['actor=me', 'target=%00', 'action=ANYTHING', 'from=2026-02-30', 'page=-1', 'who=me'])(
  '%s is 400',
  async (query) => {
    expect((await trail(query)).status).toBe(400);
  },
);

test.each(['MEMBER', 'GUEST'] as const)('%s does not read it', async (role) => {
  expect((await trail('', await signIn(api, role))).status).toBe(403);
});

test.each([
  ['198.51.100.4', '198.51.100.4'],
  ['198.51.100.4:50123', '198.51.100.4'],
  ['unknown', '192.0.2.1'],
  ['x'.repeat(500), '192.0.2.1'],
])('a proxy that says the client is %s: the line says %s', async (said, ip) => {
  const { publicId } = await createUser(api);
  const reply = await api.app.inject({
    method: 'POST',
    url: `/api/admin/users/${publicId}/lock`,
    headers: { ...admin.headers, 'x-forwarded-for': said },
    remoteAddress: '192.0.2.1',
  });
  expect(reply.statusCode).toBe(200);
  expect((await trail(`target=${publicId}`)).body.content[0].ip).toBe(ip);
});
