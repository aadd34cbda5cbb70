import { createPublicId } from '../../src/infra/public-id.ts';
import { User } from '../../src/modules/users/user.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, signIn, TEST_PASSWORD } from '../support/login.ts';
import { deliverMail, deliverMails } from '../support/mails/mails.ts';

const clock = createTestClock('2026-11-28T10:00:00Z');

const api = await startTestApp({
  name: 'admin-mails',
  clock,
  env: { AUTH_RATE_LIMIT_PER_MINUTE: '1000' },
});
const admin = await signIn(api, 'ADMIN');
beforeEach(() => {
  // Another hour, and tokens that are valid in it.
  clock.time += 3_600_001;
});

async function post(path: string, who = admin) {
  const headers = { authorization: `Bearer ${api.app.accessTokens.issue(who.user.publicId)}` };
  const response = await api.app.inject({ method: 'POST', url: `/api/admin/users/${path}`, headers });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

async function lastAuditAction({ publicId }: User) {
  const headers = { authorization: `Bearer ${api.app.accessTokens.issue(admin.user.publicId)}` };
  const url = `/api/admin/audit?target=${publicId}`;
  return (await api.app.inject({ url, headers })).json().content[0]?.action;
}

const login = async (email: string, password: string) =>
  (await api.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode;

test('reset-password mails a link that works, and the old password works until then', async () => {
  const user = await createUser(api);
  const { status, body } = await post(`${user.publicId}/reset-password`);
  expect([status, body.publicId, body.isEnabled]).toEqual([200, user.publicId, true]);
  expect(await login(user.email, TEST_PASSWORD)).toBe(200);
  const mail = await deliverMail(api);
  expect(mail.to).toBe(user.email);
  const done = await api.app.inject({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { token: mail.token, newPassword: 'quite another one' },
  });
  expect(done.statusCode).toBe(200);
  expect(await login(user.email, TEST_PASSWORD)).toBe(401);
  expect(await login(user.email, 'quite another one')).toBe(200);
  expect(await lastAuditAction(user)).toBe('USER_PASSWORD_RESET_SENT');
});

test('resend-verification mails a link that verifies', async () => {
  const user = await createUser(api, { isVerified: false });
  expect((await post(`${user.publicId}/resend-verification`)).status).toBe(200);
  const mail = await deliverMail(api);
  const verified = await api.app.inject({ url: `/api/auth/verify?token=${mail.token}` });
  expect([mail.to, verified.statusCode]).toEqual([user.email, 200]);
  expect(await login(user.email, TEST_PASSWORD)).toBe(200);
  expect(await lastAuditAction(user)).toBe('USER_VERIFICATION_SENT');
});

test.each([
  ['two people registered: the link asks for a password, and neither of theirs opens the account', true],
  ['one registered: the link makes their password good', false],
])('resend-verification where %s', async (_what, isContested) => {
  const email = `registered-${isContested}@example.com`;
  const own = 'password of the owner';
  const register = (password: string) =>
    api.app.inject({ method: 'POST', url: '/api/auth/register', payload: { email, password } });
  await register(own);
  if (isContested) await register('password of a stranger');
  await deliverMails(api);
  const { publicId } = await api.services.orm.em.fork().findOneOrFail(User, { email });
  expect((await post(`${publicId}/resend-verification`)).status).toBe(200);
  const { token } = await deliverMail(api);
  const opened = await api.app.inject({ url: `/api/auth/verify?token=${token}` });
  expect(opened.statusCode).toBe(isContested ? 400 : 200);
  expect(await login(email, own)).toBe(isContested ? 401 : 200);
  expect(await login(email, 'password of a stranger')).not.toBe(200);
  if (!isContested) return;
  const payload = { token, newPassword: 'a password of their own' };
  await api.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload });
  expect(await login(email, 'a password of their own')).toBe(200);
  expect(await login(email, 'password of a stranger')).toBe(401);
});

test.each(['resend-verification', 'a new address'])(
  'a stranger who registers the address after the mail of %s does not get the account with its link',
  async (how) => {
    const own = 'password of the owner';
    const register = (email: string, password: string) =>
      api.app.inject({ method: 'POST', url: '/api/auth/register', payload: { email, password } });
    const given = `given-${how.length}@example.com`;
    await register(given, own);
    const { publicId } = await api.services.orm.em.fork().findOneOrFail(User, { email: given });
    await deliverMails(api);
    const email = how === 'a new address' ? 'corrected@example.com' : given;
    const headers = { authorization: `Bearer ${api.app.accessTokens.issue(admin.user.publicId)}` };
    const url = `/api/admin/users/${publicId}`;
    if (email === given) await post(`${publicId}/resend-verification`);
    else await api.app.inject({ method: 'PATCH', url, headers, payload: { email } });
    const { token } = await deliverMail(api);
    await register(email, 'password of a stranger');
    await api.app.inject({ url: `/api/auth/verify?token=${token}` });
    expect(await login(email, 'password of a stranger')).toBe(401);
    expect(await login(email, own)).toBe(200);
    await deliverMails(api);
  },
);

test('resend-verification for a verified account is rejected, without an e-mail or an audit entry', async () => {
  const user = await createUser(api);
  const { status, body } = await post(`${user.publicId}/resend-verification`);
  expect([status, body.code]).toEqual([400, 'ALREADY_VERIFIED']);
  expect(await deliverMails(api)).toEqual([]);
  expect(await lastAuditAction(user)).toBeUndefined();
});

test('a changed address gets the link that verifies it, and links to the old one are void', async () => {
  const user = await createUser(api);
  await post(`${user.publicId}/reset-password`);
  const old = await deliverMail(api);
  const headers = { authorization: `Bearer ${api.app.accessTokens.issue(admin.user.publicId)}` };
  const url = `/api/admin/users/${user.publicId}`;
  await api.app.inject({ method: 'PATCH', url, headers, payload: { email: 'moved@example.com' } });
  const mail = await deliverMail(api);
  expect(mail.to).toBe('moved@example.com');
  const payload = { token: old.token, newPassword: 'of the old mailbox' };
  const reset = await api.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload });
  expect(reset.statusCode).toBe(400);
  await api.app.inject({ url: `/api/auth/verify?token=${mail.token}` });
  expect(await login('moved@example.com', TEST_PASSWORD)).toBe(200);
});

test('a link stays void when the account gets its old address back', async () => {
  const user = await createUser(api);
  await post(`${user.publicId}/reset-password`);
  const { token } = await deliverMail(api);
  const headers = { authorization: `Bearer ${api.app.accessTokens.issue(admin.user.publicId)}` };
  const url = `/api/admin/users/${user.publicId}`;
  for (const email of ['elsewhere@example.com', user.email]) {
    await api.app.inject({ method: 'PATCH', url, headers, payload: { email } });
    await deliverMail(api);
  }
  const payload = { token, newPassword: 'of an old link' };
  const reset = await api.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload });
  expect([reset.statusCode, reset.json().code]).toEqual([400, 'LINK_INVALID']);
});

test('an address that is taken, or the same again, sends nothing', async () => {
  const user = await createUser(api);
  const headers = { authorization: `Bearer ${api.app.accessTokens.issue(admin.user.publicId)}` };
  const url = `/api/admin/users/${user.publicId}`;
  for (const email of [admin.user.email, user.email]) {
    await api.app.inject({ method: 'PATCH', url, headers, payload: { email } });
  }
  expect(await deliverMails(api)).toEqual([]);
});

test.each(['reset-password', 'resend-verification'])(
  '%s: three an hour, then 429 until the hour is over',
  async (what) => {
    const user = await createUser(api, { isVerified: false });
    for (let n = 0; n < 3; n++) expect((await post(`${user.publicId}/${what}`)).status).toBe(200);
    const { status, headers } = await post(`${user.publicId}/${what}`);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    expect((await deliverMails(api)).length).toBe(3);
    clock.time += 3_600_001;
    expect((await post(`${user.publicId}/${what}`)).status).toBe(200);
    await deliverMails(api);
  },
);

test.each(['reset-password', 'resend-verification'])(
  '%s: who may not send it uses up nothing of what others may',
  async (what) => {
    const chief = await signIn(api, 'SUPER_ADMIN');
    const boss = await createUser(api, { role: 'SUPER_ADMIN', isVerified: false });
    for (let n = 0; n < 4; n++) expect((await post(`${boss.publicId}/${what}`)).status).toBe(403);
    expect((await post(`${boss.publicId}/${what}`, chief)).status).toBe(200);
    await deliverMails(api);
  },
);

test.each(['reset-password', 'resend-verification'])('%s: whom it may reach', async (what) => {
  const boss = await createUser(api, { role: 'SUPER_ADMIN', isVerified: false });
  expect((await post(`${boss.publicId}/${what}`)).status).toBe(403);
  expect((await post(`${createPublicId('usr')}/${what}`)).status).toBe(404);
  const member = { user: await createUser(api), headers: { authorization: '' } };
  expect((await post(`${boss.publicId}/${what}`, member)).status).toBe(403);
  expect(await deliverMails(api)).toEqual([]);
});
