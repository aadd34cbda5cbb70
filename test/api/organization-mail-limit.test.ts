import { startTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { callAs, createOrganization } from '../support/organizations.ts';

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp({ name: 'organization-mail-limit', env: { AUTH_RATE_LIMIT_PER_MINUTE: '100' } });
});
afterAll(() => test_.close());

test('one organization mails one address three times an hour; refused requests do not count', async () => {
  const root = await signIn(test_, 'SUPER_ADMIN');
  const stranger = await signIn(test_);
  const organization = await createOrganization(test_, root);
  const url = `/api/organizations/${organization}/invitations`;
  const body = { email: 'one@example.com', role: 'MEMBER' };
  for (let i = 0; i < 4; i++) {
    expect((await callAs(test_, stranger, { method: 'POST', url, body })).status).toBe(404);
  }
  const { body: sent } = await callAs(test_, root, { method: 'POST', url, body });
  const resend = () => callAs(test_, root, { method: 'POST', url: `${url}/${sent.invitationId}/resend` });
  expect([(await resend()).status, (await resend()).status]).toEqual([200, 200]);
  const refused = await resend();
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
  const other = { email: 'two@example.com', role: 'MEMBER' };
  expect((await callAs(test_, root, { method: 'POST', url, body: other })).status).toBe(200);
});
