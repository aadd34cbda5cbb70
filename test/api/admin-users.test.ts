import { createPublicId } from '../../src/infra/public-id.ts';
import { type ApplicationRole, applicationRoles, type User } from '../../src/modules/users/user.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createUser, login, refreshTokenOf, type SignedIn, signIn } from '../support/login.ts';

const api = await startTestApp({ name: 'admin-users' });
const root = await signIn(api, 'SUPER_ADMIN');
const admin = await signIn(api, 'ADMIN');

type Method = 'GET' | 'POST' | 'PATCH';

async function call(who: SignedIn, method: Method, path: string, payload?: object) {
  const url = `/api/admin/users${path}`;
  const response = await api.app.inject({
    method,
    url,
    headers: who.headers,
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

/** The account's row, but for when it was changed last. */
async function rowOf({ id }: User): Promise<Record<string, unknown>> {
  const [row] = await api.services.orm.em
    .fork()
    .execute<Record<string, unknown>[]>('select * from user_account where id = ?', [id]);
  const { updated_at: _updated, ...rest } = row ?? {};
  return rest;
}

const recordOf = (user: User, change: object = {}) => ({
  publicId: user.publicId,
  email: user.email,
  applicationRole: user.applicationRole,
  isEnabled: user.isEnabled,
  isVerified: user.isVerified,
  createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  ...change,
});

test('one account shows its memberships and nothing secret', async () => {
  const user = await createUser(api);
  const { status, body } = await call(admin, 'GET', `/${user.publicId}`);
  expect([status, body]).toEqual([
    200,
    recordOf(user, {
      organizationMemberships: [],
      twoFactor: { enabled: false, method: null },
      plan: null,
    }),
  ]);
});

test.each([
  'usr_00000000000000000000000000',
  'usr_short',
  'tpl_00000000000000000000000000',
  '%00',
  "' or 1=1",
  `usr_${'0'.repeat(3000)}`,
])('an account that is not there is 404: %s', async (id) => {
  const path = encodeURIComponent(id).replace('%2500', '%00');
  for (const [method, rest, payload] of [
    ['GET', '', undefined],
    ['PATCH', '', { email: 'new@example.com' }],
    ['PATCH', '/role', { applicationRole: 'MEMBER' }],
    ['POST', '/lock', undefined],
    ['POST', '/unlock', undefined],
    ['POST', '/reset-password', undefined],
    ['POST', '/resend-verification', undefined],
    ['POST', '/reset-2fa', undefined],
  ] as const) {
    const { status, body } = await call(root, method, `/${path}${rest}`, payload);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  }
});

describe('the e-mail address', () => {
  test('changes, in lower case, and is unverified again', async () => {
    const user = await createUser(api);
    const reply = await call(admin, 'PATCH', `/${user.publicId}`, { email: 'Changed@Example.com' });
    expect(reply).toEqual({
      status: 200,
      body: recordOf(user, { email: 'changed@example.com', isVerified: false }),
    });
    const again = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'changed@example.com', password: 'correct horse battery' },
    });
    expect([again.statusCode, again.json().code]).toEqual([403, 'ACCOUNT_UNVERIFIED']);
  });

  test('that is the old one but for its case stays verified', async () => {
    const user = await createUser(api);
    const { body } = await call(admin, 'PATCH', `/${user.publicId}`, { email: user.email.toUpperCase() });
    expect(body).toEqual(recordOf(user));
  });

  test('the address of another account is rejected, also in another case', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const before = await rowOf(user);
    const { status, body } = await call(admin, 'PATCH', `/${user.publicId}`, {
      email: other.email.toUpperCase(),
    });
    expect([status, body.code, body.errors]).toEqual([
      400,
      'VALIDATION_FAILED',
      [{ path: 'email', message: 'belongs to another account' }],
    ]);
    expect(await rowOf(user)).toEqual(before);
  });

  test('two accounts that ask for the same one at once: one gets it', async () => {
    const users = [await createUser(api), await createUser(api)];
    const responses = await Promise.all(
      users.map(({ publicId }) => call(admin, 'PATCH', `/${publicId}`, { email: 'wanted@example.com' })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test.each([
    ['nothing', {}],
    ['a number', { email: 1 }],
    ['a line break', { email: 'a@b.c\r\nBcc: x@y.z' }],
    ['a display name', { email: 'A <a@example.com>' }],
    ['255 characters', { email: `${'a'.repeat(243)}@example.com` }],
  ])('%s is rejected', async (_what, payload) => {
    const user = await createUser(api);
    expect((await call(admin, 'PATCH', `/${user.publicId}`, payload)).status).toBe(400);
  });

  test.each([
    'applicationRole',
    'isEnabled',
    'isVerified',
    'passwordHash',
    'publicId',
    'stripeCustomerId',
    'totpSecret',
    'id',
    'organizationMemberships',
    'createdAt',
    'roles',
    '__proto__x',
  ])('nothing else comes along: %s', async (member) => {
    const user = await createUser(api);
    const before = await rowOf(user);
    const { status, body } = await call(root, 'PATCH', `/${user.publicId}`, {
      email: 'along@example.com',
      [member]: 'SUPER_ADMIN',
    });
    expect([status, body.errors]).toEqual([400, [{ path: member, message: 'is not a known member' }]]);
    expect(await rowOf(user)).toEqual(before);
  });
});

describe('lock and unlock', () => {
  test('a locked account stops at once, and unlocking revives no session', async () => {
    const user = await createUser(api);
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: user.email, password: 'correct horse battery' },
    });
    const headers = { authorization: `Bearer ${response.json().accessToken}` };
    const cookies = { refreshToken: response.cookies[0]?.value ?? '' };
    const refresh = () => api.app.inject({ method: 'POST', url: '/api/auth/refresh-token', cookies });

    expect(await call(admin, 'POST', `/${user.publicId}/lock`)).toEqual({
      status: 200,
      body: recordOf(user, { isEnabled: false }),
    });
    expect((await api.app.inject({ url: '/api/me', headers })).statusCode).toBe(401);
    expect((await refresh()).statusCode).toBe(401);

    expect((await call(admin, 'POST', `/${user.publicId}/unlock`)).body).toEqual(recordOf(user));
    expect((await refresh()).statusCode).toBe(401);
    expect((await api.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
    await login(api, user);
  });

  test('keeps a session from beginning whose password was checked before', async () => {
    const user = await createUser(api);
    await call(admin, 'POST', `/${user.publicId}/lock`);
    expect(await api.services.refreshTokens.issue(user.id, user.passwordHash)).toBeNull();
  });

  test('twice is once', async () => {
    const user = await createUser(api);
    for (const _again of [1, 2]) {
      const { status, body } = await call(admin, 'POST', `/${user.publicId}/lock`);
      expect([status, body.isEnabled]).toEqual([200, false]);
    }
  });
});

describe('the role', () => {
  test('counts at the next request, and ends the sessions', async () => {
    const other = await signIn(api, 'ADMIN');
    const token = await refreshTokenOf(api, other.user);
    expect((await call(other, 'GET', '')).status).toBe(200);
    const reply = await call(admin, 'PATCH', `/${other.user.publicId}/role`, { applicationRole: 'MEMBER' });
    expect(reply).toEqual({ status: 200, body: recordOf(other.user, { applicationRole: 'MEMBER' }) });
    expect((await call(other, 'GET', '')).status).toBe(403);
    const cookies = { refreshToken: token };
    const refresh = await api.app.inject({ method: 'POST', url: '/api/auth/refresh-token', cookies });
    expect(refresh.statusCode).toBe(401);
  });

  test('that is the same ends no session', async () => {
    const user = await createUser(api);
    const token = await refreshTokenOf(api, user);
    await call(admin, 'PATCH', `/${user.publicId}/role`, { applicationRole: 'MEMBER' });
    const cookies = { refreshToken: token };
    const refresh = await api.app.inject({ method: 'POST', url: '/api/auth/refresh-token', cookies });
    expect(refresh.statusCode).toBe(200);
  });

  test.each([
    [{}],
    [{ applicationRole: 'ROOT' }],
    [{ applicationRole: 'member' }],
    [{ applicationRole: null }],
  ])('%j is rejected', async (payload) => {
    const user = await createUser(api);
    expect((await call(root, 'PATCH', `/${user.publicId}/role`, payload)).status).toBe(400);
  });

  const cells = (['SUPER_ADMIN', 'ADMIN'] as const).flatMap((actor) =>
    applicationRoles.flatMap((target) => applicationRoles.map((role) => [actor, target, role] as const)),
  );
  test.each(cells)('%s makes %s a %s', async (actor, targetRole, role) => {
    const target = await createUser(api, { role: targetRole });
    const allowed = actor === 'SUPER_ADMIN' || (targetRole !== 'SUPER_ADMIN' && role !== 'SUPER_ADMIN');
    const who = actor === 'SUPER_ADMIN' ? root : admin;
    const before = await rowOf(target);
    const { status } = await call(who, 'PATCH', `/${target.publicId}/role`, { applicationRole: role });
    expect(status).toBe(allowed ? 200 : 403);
    expect(await rowOf(target)).toEqual({ ...before, ...(allowed && { application_role: role }) });
    if (role === 'SUPER_ADMIN' || targetRole === 'SUPER_ADMIN') await retire(target);
  });

  test.each(applicationRoles)('an ADMIN does not make themselves %s', async (role) => {
    const { status } = await call(admin, 'PATCH', `/${admin.user.publicId}/role`, { applicationRole: role });
    expect(status).toBe(403);
  });
});

test('an ADMIN sees a SUPER_ADMIN, and changes nothing about them', async () => {
  const target = await createUser(api, { role: 'SUPER_ADMIN' });
  const before = await rowOf(target);
  expect((await call(admin, 'GET', `/${target.publicId}`)).status).toBe(200);
  for (const [method, rest, payload] of [
    ['PATCH', '', { email: 'taken.over@example.com' }],
    ['PATCH', '/role', { applicationRole: 'GUEST' }],
    ['POST', '/lock', undefined],
    ['POST', '/unlock', undefined],
    ['POST', '/reset-password', undefined],
    ['POST', '/resend-verification', undefined],
    ['POST', '/reset-2fa', undefined],
  ] as const) {
    const { status, body } = await call(admin, method, `/${target.publicId}${rest}`, payload);
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  }
  expect(await rowOf(target)).toEqual(before);
  await retire(target);
});

test.each(['MEMBER', 'GUEST'] as const)('%s is rejected before any look-up', async (role) => {
  const who = await signIn(api, role);
  const there = await createUser(api);
  const bodyFor = async (publicId: string) => {
    const { status, body } = await call(who, 'POST', `/${publicId}/lock`);
    return [status, { ...body, requestId: null }];
  };
  const rejection = await bodyFor(there.publicId);
  expect(rejection[0]).toBe(403);
  expect(await bodyFor(createPublicId('usr'))).toEqual(rejection);
  expect((await call(who, 'GET', '')).status).toBe(403);
});

/** Leaves `root` the only SUPER_ADMIN again. */
async function retire(user: User): Promise<void> {
  await api.services.orm.em
    .fork()
    .execute('update user_account set application_role = ? where id = ?', [
      'GUEST' satisfies ApplicationRole,
      user.id,
    ]);
}
