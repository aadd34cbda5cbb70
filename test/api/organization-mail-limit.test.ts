import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { deliverMails } from '../support/mails/mails.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';

const api = await startTestApp({
  name: 'organization-mail-limit',
  env: { AUTH_RATE_LIMIT_PER_MINUTE: '100' },
});
afterEach(() => deliverMails(api));

test('an organization can e-mail an address three times per hour; rejected requests do not count', async () => {
  const root = await signIn(api, 'SUPER_ADMIN');
  const stranger = await signIn(api);
  const organization = await createOrganization(api, root);
  const url = `/api/organizations/${organization}/invitations`;
  const body = { email: 'one@example.com', role: 'MEMBER' };
  for (let i = 0; i < 4; i++) {
    expect((await callAs(api, stranger, { method: 'POST', url, body })).status).toBe(404);
  }
  const { body: sent } = await callAs(api, root, { method: 'POST', url, body });
  const resend = () => callAs(api, root, { method: 'POST', url: `${url}/${sent.invitationId}/resend` });
  expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
  const rejected = await resend();
  expect([rejected.status, rejected.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(rejected.body.detail).toMatch(
    /^3 e-mails of this kind were requested for this recipient within an hour\. Use the newest one .* in \d+ minutes\.$/,
  );
  const other = { email: 'two@example.com', role: 'MEMBER' };
  expect((await callAs(api, root, { method: 'POST', url, body: other })).status).toBe(200);
});

test('a request that sends no e-mail gets its own error and does not count', async () => {
  const root = await signIn(api, 'SUPER_ADMIN');
  const organization = await createOrganization(api, root);
  const member = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const url = `/api/organizations/${organization}/invitations`;
  const invite = (email: string) =>
    callAs(api, root, { method: 'POST', url, body: { email, role: 'MEMBER' } });
  const { body: joined } = await callAs(api, root, { url });
  const { invitationId: accepted } = joined.content[0];
  const { body: sent } = await invite('invited@example.com');
  for (let i = 0; i < 4; i++) {
    expect((await invite('invited@example.com')).body.code).toBe('ALREADY_INVITED');
    expect((await invite(member.user.email)).body.code).toBe('ALREADY_MEMBER');
    const again = await callAs(api, root, { method: 'POST', url: `${url}/${accepted}/resend` });
    expect(again.body.code).toBe('INVITATION_SETTLED');
  }
  const resent = await callAs(api, root, { method: 'POST', url: `${url}/${sent.invitationId}/resend` });
  expect(resent.status).toBe(200);
  await callAs(api, member, {
    method: 'DELETE',
    url: url.replace('invitations', `members/${member.user.publicId}`),
  });
  expect((await invite(member.user.email)).status).toBe(200);
});

test('a verification that an account does not need is not counted as mailed', async () => {
  const root = await signIn(api, 'SUPER_ADMIN');
  const { user } = await signIn(api);
  const url = `/api/admin/users/${user.publicId}`;
  const resend = () => callAs(api, root, { method: 'POST', url: `${url}/resend-verification` });
  for (let i = 0; i < 4; i++) expect((await resend()).body.code).toBe('ALREADY_VERIFIED');
  await callAs(api, root, { method: 'PATCH', url, body: { email: 'moved@example.com' } });
  expect((await resend()).status).toBe(200);
});
