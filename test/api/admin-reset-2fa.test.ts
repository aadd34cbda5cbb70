import { generateHOTP } from '@oslojs/otp';
import { Secret } from 'otpauth';
import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { createUser, login, type SignedIn, signIn, TEST_PASSWORD } from '../support/login.ts';

const time = Date.parse('2026-11-28T10:00:10Z');

const api = await startTestApp({ name: 'admin-reset-2fa', clock: { now: () => new Date(time) } });
const admin = await signIn(api, 'ADMIN');

async function post(url: string, { who, payload }: { who?: SignedIn; payload?: object } = {}) {
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: who?.headers ?? {},
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

const codeOf = (secret: string) =>
  generateHOTP(Secret.fromBase32(secret).bytes, BigInt(Math.floor(time / 30_000)), 6);

async function protect(who: SignedIn) {
  const { secret } = (await post('me/2fa/setup', { who })).body;
  expect((await post('me/2fa/enable', { who, payload: { code: codeOf(secret) } })).status).toBe(200);
}

const logIn = async ({ user }: SignedIn) =>
  (await post('auth/login', { payload: { email: user.email, password: TEST_PASSWORD } })).body;

const get = async (url: string) =>
  (await api.app.inject({ url: `/api/admin/${url}`, headers: admin.headers })).json();

test('after a reset the password alone is enough, and two-factor can be set up again', async () => {
  const who = await login(api, await createUser(api));
  const { publicId } = who.user;
  await protect(who);
  const { challengeToken, requires2FA } = await logIn(who);
  expect(requires2FA).toBe(true);
  expect((await get(`users/${publicId}`)).twoFactor).toEqual({ enabled: true, method: 'TOTP' });

  const { status, body } = await post(`admin/users/${publicId}/reset-2fa`, { who: admin });
  expect([status, body.publicId, body.isEnabled]).toEqual([200, publicId, true]);
  expect((await get(`users/${publicId}`)).twoFactor).toEqual({ enabled: false, method: null });
  expect((await logIn(who)).accessToken).toEqual(expect.any(String));
  const late = await post('auth/verify-2fa', { payload: { challengeToken, code: '000000' } });
  expect(late.status).toBe(401);
  await protect(who);

  const { content } = await get(`audit?target=${publicId}`);
  expect(content).toMatchObject([
    {
      action: 'USER_TWO_FACTOR_RESET',
      changes: { 'twoFactor.enabled': { from: true, to: false } },
      actor: { publicId: admin.user.publicId },
    },
  ]);
});

test('where it is off nothing changes, and no line is written', async () => {
  const user = await createUser(api);
  expect((await post(`admin/users/${user.publicId}/reset-2fa`, { who: admin })).status).toBe(200);
  expect((await get(`audit?target=${user.publicId}`)).totalElements).toBe(0);
});

test('a set-up under way is forgotten, and that leaves its line', async () => {
  const who = await login(api, await createUser(api));
  const { secret } = (await post('me/2fa/setup', { who })).body;
  await post(`admin/users/${who.user.publicId}/reset-2fa`, { who: admin });
  const late = await post('me/2fa/enable', { who, payload: { code: codeOf(secret) } });
  expect(late.status).toBe(400);
  const { content } = await get(`audit?target=${who.user.publicId}`);
  expect(content).toMatchObject([{ action: 'USER_TWO_FACTOR_RESET', changes: null }]);
});

test('an ADMIN does not switch off that of a SUPER_ADMIN, and a MEMBER not even their own', async () => {
  const boss = await signIn(api, 'SUPER_ADMIN');
  const member = await signIn(api);
  for (const who of [boss, member]) await protect(who);
  expect((await post(`admin/users/${boss.user.publicId}/reset-2fa`, { who: admin })).status).toBe(403);
  expect((await post(`admin/users/${member.user.publicId}/reset-2fa`, { who: member })).status).toBe(403);
  for (const who of [boss, member]) expect((await logIn(who)).requires2FA).toBe(true);
  expect((await post(`admin/users/${createPublicId('usr')}/reset-2fa`, { who: admin })).status).toBe(404);
});
