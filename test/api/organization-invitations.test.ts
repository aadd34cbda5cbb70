import { randomUUID } from 'node:crypto';
import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, login, type SignedIn, signIn, TEST_PASSWORD } from '../support/login.ts';
import { deliverMail, deliverMails } from '../support/mails/mails.ts';
import {
  acceptInvitation,
  callAs,
  createOrganization,
  inviteByMail,
  joinOrganization,
} from '../support/organizations.ts';

const clock = createTestClock('2026-11-28T10:00:00Z');
let root: SignedIn;
let orgAdmin: SignedIn;

const later = (hours: number) => {
  clock.time += hours * 3_600_000;
};
const base = () => `/api/organizations/${organization}/invitations`;
const newEmail = () => `${randomUUID()}@example.com`;
const accept = (who: SignedIn, token: string) => acceptInvitation(api, who, token);
const invite = (email: string) => inviteByMail(api, orgAdmin, { organization, email, role: 'MEMBER' });
const list = async (query = '') => (await callAs(api, orgAdmin, { url: `${base()}${query}` })).body;
const newest = async () => (await list()).content[0];
/** Access tokens live by the same clock. */
const again = (who: SignedIn) => login(api, who.user);

const api = await startTestApp({
  name: 'organization-invitations',
  clock,
  env: { BASE_URL: 'https://stamps.example.com/app/' },
});
root = await signIn(api, 'SUPER_ADMIN');
const organization = await createOrganization(api, root, 'Miller <b>& Sons</b>');
orgAdmin = await joinOrganization(api, root, { organization, role: 'ORG_ADMIN' });
beforeEach(async () => {
  [root, orgAdmin] = [await again(root), await again(orgAdmin)];
});

test('the e-mail names the inviter and the organization, with a link, in text and HTML', async () => {
  const email = newEmail();
  const { status, body } = await callAs(api, orgAdmin, {
    method: 'POST',
    url: base(),
    body: { email: email.toUpperCase(), role: 'ORG_ADMIN' },
  });
  expect([status, body]).toEqual([
    200,
    {
      invitationId: expect.stringMatching(/^inv_[0-9a-z]{26}$/),
      email,
      role: 'ORG_ADMIN',
      status: 'PENDING',
      invitedBy: orgAdmin.user.email,
      createdAt: '2026-11-28T10:00:00',
      expiresAt: '2026-12-05T10:00:00',
    },
  ]);
  const mail = await deliverMail(api);
  expect(mail).toMatchObject({ to: email, subject: 'Invitation to Miller <b>& Sons</b>' });
  expect(mail.link).toMatch(/^https:\/\/stamps\.example\.com\/app\/invitations\?token=[\w-]{32}$/);
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(orgAdmin.user.email);
    expect(part).toContain(mail.token);
  }
  expect(mail.html).toContain('Miller &lt;b&gt;&amp; Sons');
  const rows = await api.services.orm.em.fork().execute(`select * from invitation_token`);
  expect(JSON.stringify(rows)).not.toContain(mail.token);
});

test('an invited user without an account registers, verifies and accepts', async () => {
  const email = newEmail();
  const token = await invite(email);
  const payload = { email, password: TEST_PASSWORD };
  await api.app.inject({ method: 'POST', url: '/api/auth/register', payload });
  const { token: verification } = await deliverMail(api);
  await api.app.inject({ url: `/api/auth/verify?token=${verification}` });
  const session = await api.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const headers = { authorization: `Bearer ${session.json().accessToken}` };
  const response = await callAs(
    api,
    { headers },
    {
      method: 'POST',
      url: '/api/invitations/accept',
      body: { token },
    },
  );
  expect(response).toEqual({
    status: 200,
    body: {
      organizationId: organization,
      organizationName: 'Miller <b>& Sons</b>',
      role: 'MEMBER',
      joinedAt: clock.now().toISOString().slice(0, 19),
    },
  });
  expect((await newest()).status).toBe('ACCEPTED');
  const { body: profile } = await callAs(api, { headers }, { url: '/api/organizations' });
  expect(profile.content).toMatchObject([{ publicId: organization, role: 'MEMBER' }]);
});

test('a link works once', async () => {
  const who = await signIn(api);
  const token = await invite(who.user.email);
  expect((await accept(who, token)).status).toBe(200);
  const second = await accept(who, token);
  expect([second.status, second.body.code]).toEqual([400, 'LINK_INVALID']);
});

test('of many uses at once one joins', async () => {
  const who = await signIn(api);
  const token = await invite(who.user.email);
  const responses = await Promise.all(Array.from({ length: 8 }, () => accept(who, token)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.code === 'LINK_INVALID')).toHaveLength(7);
});

test('the account of another address is rejected, and the invitation stays open', async () => {
  const who = await signIn(api);
  const token = await invite(who.user.email);
  const other = await accept(await signIn(api), token);
  expect([other.status, other.body.code]).toEqual([403, 'FORBIDDEN']);
  expect((await accept(who, token)).status).toBe(200);
});

test('the account of the address must be verified', async () => {
  const who = await signIn(api);
  const token = await invite(who.user.email);
  const setVerified = (value: boolean) =>
    api.services.orm.em
      .fork()
      .execute('update user_account set is_verified = ? where id = ?', [value, who.user.id]);
  await setVerified(false);
  const rejected = await accept(who, token);
  expect([rejected.status, rejected.body.code]).toEqual([403, 'ACCOUNT_UNVERIFIED']);
  await setVerified(true);
  expect((await accept(who, token)).status).toBe(200);
});

test('accepting needs an account', async () => {
  const payload = { token: await invite(newEmail()) };
  const response = await api.app.inject({ method: 'POST', url: '/api/invitations/accept', payload });
  expect(response.statusCode).toBe(401);
});

test('after seven days a link is void and the invitation shown as expired; sent again it works', async () => {
  const user = await createUser(api);
  const token = await invite(user.email);
  later(7 * 24);
  orgAdmin = await again(orgAdmin);
  const who = await login(api, user);
  expect((await accept(who, token)).body.code).toBe('LINK_INVALID');
  const { invitationId, status } = await newest();
  expect(status).toBe('EXPIRED');
  expect((await list('?status=EXPIRED')).content[0]).toMatchObject({ invitationId });
  expect((await list('?status=PENDING')).content).not.toContainEqual(
    expect.objectContaining({ invitationId }),
  );
  const resent = await callAs(api, orgAdmin, { method: 'POST', url: `${base()}/${invitationId}/resend` });
  expect(resent.body).toMatchObject({ status: 'PENDING' });
  // Earlier links live as long as the invitation.
  expect((await deliverMail(api)).token).not.toBe(token);
  expect((await accept(who, token)).status).toBe(200);
});

test('a queued e-mail is not sent after the invitation was revoked', async () => {
  const email = newEmail();
  await callAs(api, orgAdmin, { method: 'POST', url: base(), body: { email, role: 'MEMBER' } });
  const { invitationId } = await newest();
  await callAs(api, orgAdmin, { method: 'DELETE', url: `${base()}/${invitationId}` });
  expect(await deliverMails(api)).toEqual([]);
});

test('revoked, its link is void at once; it can be neither revoked nor sent again', async () => {
  const who = await signIn(api);
  const token = await invite(who.user.email);
  const { invitationId } = await newest();
  const url = `${base()}/${invitationId}`;
  expect((await callAs(api, orgAdmin, { method: 'DELETE', url })).body).toMatchObject({
    status: 'REVOKED',
  });
  expect((await accept(who, token)).body.code).toBe('LINK_INVALID');
  for (const request of [
    { method: 'DELETE', url },
    { method: 'POST', url: `${url}/resend` },
  ] as const) {
    const { status, body } = await callAs(api, orgAdmin, request);
    expect([status, body.code]).toEqual([400, 'INVITATION_SETTLED']);
  }
});

test.each(['removed', 'leaving'])('%s, a member needs a new invitation to come back', async (how) => {
  const email = newEmail();
  const token = await invite(email);
  const who = await joinOrganization(api, orgAdmin, { organization, role: 'MEMBER' });
  // The account has got the address that was invited.
  const { publicId } = who.user;
  await api.services.orm.em
    .fork()
    .execute('update user_account set email = ? where public_id = ?', [email, publicId]);
  const by = how === 'leaving' ? who : orgAdmin;
  const url = `/api/organizations/${organization}/members/${publicId}`;
  expect((await callAs(api, by, { method: 'DELETE', url })).status).toBe(200);
  expect((await accept(who, token)).body.code).toBe('LINK_INVALID');
  expect((await list(`?search=${email}`)).content).toMatchObject([{ email, status: 'REVOKED' }]);
  const audit = (await callAs(api, root, { url: `/api/admin/audit?target=${organization}&size=2` })).body;
  expect(audit.content).toContainEqual(
    expect.objectContaining({
      action: 'INVITATION_REVOKED',
      changes: { invitation: { from: email, to: null } },
    }),
  );
});

test('an address has one open invitation, whatever its case; an expired one is replaced', async () => {
  const email = newEmail();
  const token = await invite(email);
  const body = { email: email.toUpperCase(), role: 'ORG_ADMIN' };
  const twice = await callAs(api, orgAdmin, { method: 'POST', url: base(), body });
  expect([twice.status, twice.body.code]).toEqual([400, 'ALREADY_INVITED']);
  later(7 * 24 + 1);
  orgAdmin = await again(orgAdmin);
  expect((await callAs(api, orgAdmin, { method: 'POST', url: base(), body })).status).toBe(200);
  await deliverMail(api);
  const { content } = await list(`?search=${encodeURIComponent(email.toUpperCase())}`);
  expect(content.map(({ status }: { status: string }) => status)).toEqual(['PENDING', 'EXPIRED']);
  const who = await login(api, await createUser(api, { email }));
  expect((await accept(who, token)).body.code).toBe('LINK_INVALID');
  const url = `${base()}/${content[1].invitationId}/resend`;
  expect((await callAs(api, orgAdmin, { method: 'POST', url })).body.code).toBe('INVITATION_SETTLED');
});

test.each(['ΓΙΩΡΓΟΣ@example.gr', 'İSTANBUL@example.com', 'STRAẞE@example.de', 'MU\u0308LLER@example.de'])(
  'an invitation and a member are found by the address as it was given: %s',
  async (given) => {
    const body = { email: given, role: 'MEMBER' };
    const { body: sent } = await callAs(api, orgAdmin, { method: 'POST', url: base(), body });
    const search = `?search=${encodeURIComponent(given)}`;
    expect((await list(search)).content).toMatchObject([{ email: sent.email }]);
    const invited = await login(api, await createUser(api, { email: sent.email }));
    await accept(invited, (await deliverMail(api)).token);
    const members = await callAs(api, orgAdmin, {
      url: `/api/organizations/${organization}/members${search}`,
    });
    expect(members.body.content).toMatchObject([{ email: sent.email }]);
  },
);

test('of two invitations at once one is sent', async () => {
  const body = { email: newEmail(), role: 'MEMBER' };
  const both = await Promise.all(
    [1, 2].map(() => callAs(api, orgAdmin, { method: 'POST', url: base(), body })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  await deliverMail(api);
});

test('a member is not invited', async () => {
  const body = { email: orgAdmin.user.email, role: 'MEMBER' };
  const { status, body: response } = await callAs(api, root, { method: 'POST', url: base(), body });
  expect([status, response.code]).toEqual([400, 'ALREADY_MEMBER']);
});

test('the invitation of one organization is unknown in another', async () => {
  await invite(newEmail());
  const { invitationId } = await newest();
  const other = await createOrganization(api, root, 'Other');
  for (const id of [invitationId, createPublicId('inv'), 'x', '%00']) {
    const url = `/api/organizations/${other}/invitations/${id}`;
    expect((await callAs(api, root, { method: 'DELETE', url })).status).toBe(404);
    expect((await callAs(api, root, { method: 'POST', url: `${url}/resend` })).status).toBe(404);
  }
});

test.each([
  [{}, 'email'],
  [{ email: 'x@example.com' }, 'role'],
  [{ email: 'x@example.com', role: 'OWNER' }, 'role'],
  [{ email: 'x@example.com\r\nBcc: y@example.com', role: 'MEMBER' }, 'email'],
  [{ email: 'Ada <x@example.com>', role: 'MEMBER' }, 'email'],
  [{ email: 'x@example.com', role: 'MEMBER', status: 'ACCEPTED' }, 'status'],
])('the invitation %j is rejected', async (body, path) => {
  const { status, body: response } = await callAs(api, orgAdmin, { method: 'POST', url: base(), body });
  expect(status).toBe(400);
  expect(response.errors.map((error: { path: string }) => error.path)).toContain(path);
});

test.each(['x', 'a'.repeat(256), '\u0000', "' or 1=1"])('the token %j is no link', async (token) => {
  expect((await accept(orgAdmin, token)).body.code).toBe('LINK_INVALID');
});

test('every step is in the trail', async () => {
  const who = await signIn(api);
  const token = await invite(who.user.email);
  const { invitationId } = await newest();
  await callAs(api, orgAdmin, { method: 'POST', url: `${base()}/${invitationId}/resend` });
  await deliverMail(api);
  await accept(who, token);
  const { body } = await callAs(api, root, { url: `/api/admin/audit?target=${organization}&size=3` });
  expect(body.content).toMatchObject([
    { action: 'ORGANIZATION_MEMBER_JOINED', actor: { email: who.user.email } },
    { action: 'INVITATION_RESENT', changes: { invitation: { to: who.user.email } } },
    { action: 'INVITATION_SENT', actor: { email: orgAdmin.user.email } },
  ]);
});
