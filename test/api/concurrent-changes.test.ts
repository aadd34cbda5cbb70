import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { deliverMails } from '../support/mails/mails.ts';
import {
  acceptInvitation,
  callAs,
  createOrganization,
  inviteByMail,
  joinOrganization,
} from '../support/organizations.ts';

/** Many at once on one thing: what may happen once happens once, and no half of anything stays. */
const api = await startTestApp({ name: 'races' });
const root = await signIn(api, 'SUPER_ADMIN');
const organization = await createOrganization(api, root);

const times = <Result>(count: number, action: (i: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => action(i)));
const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status).toSorted();
const members = async (of = organization) =>
  (await callAs(api, root, { url: `/api/organizations/${of}/members?size=100` })).body.content as {
    userId: string;
    role: string;
  }[];

test('one invitation that is accepted ten times makes one member', async () => {
  const who = await signIn(api);
  const token = await inviteByMail(api, root, { organization, email: who.user.email, role: 'MEMBER' });
  const responses = await times(10, () => acceptInvitation(api, who, token));
  expect(statusesOf(responses)).toEqual([200, ...Array(9).fill(400)]);
  expect((await members()).filter(({ userId }) => userId === who.user.publicId)).toHaveLength(1);
});

test('an invitation that is accepted and revoked at once is one of both', async () => {
  for (let round = 0; round < 6; round++) {
    const who = await signIn(api);
    const token = await inviteByMail(api, root, { organization, email: who.user.email, role: 'MEMBER' });
    const list = `/api/organizations/${organization}/invitations`;
    const { body } = await callAs(api, root, { url: `${list}?search=${who.user.email}` });
    const { invitationId } = body.content[0];
    const revoke = () => callAs(api, root, { method: 'DELETE', url: `${list}/${invitationId}` });
    const accept = () => acceptInvitation(api, who, token);
    const [first, second] = round % 2 === 0 ? [accept, revoke] : [revoke, accept];
    const responses = await Promise.all([first(), second()]);
    expect(statusesOf(responses)).toEqual([200, 400]);
    const accepted = responses[round % 2]?.status === 200;
    const isMember = (await members()).some(({ userId }) => userId === who.user.publicId);
    const { status } = (await callAs(api, root, { url: `${list}?search=${who.user.email}` })).body.content[0];
    expect([isMember, status]).toEqual([accepted, accepted ? 'ACCEPTED' : 'REVOKED']);
  }
});

test('one address that is invited ten times is invited once', async () => {
  const body = { email: 'wanted@example.com', role: 'MEMBER' };
  const url = `/api/organizations/${organization}/invitations`;
  const responses = await times(10, () => callAs(api, root, { method: 'POST', url, body }));
  expect(statusesOf(responses)).toEqual([200, ...Array(9).fill(400)]);
  expect((await deliverMails(api)).map(({ to }) => to)).toEqual(['wanted@example.com']);
});

test('of 30 keys that are made at once an account has 20', async () => {
  const who = await signIn(api);
  const body = { name: 'Key', scopes: ['read'] };
  const responses = await times(30, () =>
    callAs(api, who, { method: 'POST', url: '/api/me/api-keys', body }),
  );
  expect(statusesOf(responses)).toEqual([...Array(20).fill(200), ...Array(10).fill(400)]);
});

test('five ORG_ADMINs who leave, demote and remove each other at once leave one of them', async () => {
  const own = await createOrganization(api, root, 'Quarrel');
  const admins = await Promise.all(Array.from({ length: 5 }, () => signIn(api)));
  for (const who of admins) await joinOrganization(api, root, { organization: own, role: 'ORG_ADMIN', who });
  const url = (who: SignedIn | undefined) => `/api/organizations/${own}/members/${who?.user.publicId}`;
  const responses = await Promise.all(
    admins.flatMap((who, i) => {
      const next = admins[(i + 1) % admins.length];
      return [
        callAs(api, who, { method: 'DELETE', url: url(who) }),
        callAs(api, who, { method: 'PATCH', url: url(next), body: { role: 'MEMBER' } }),
        callAs(api, who, { method: 'DELETE', url: url(next) }),
      ];
    }),
  );
  expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await members(own)).filter(({ role }) => role === 'ORG_ADMIN')).toHaveLength(1);
});

test('concurrent locks, unlocks and role changes of an account leave the state of one of them, and an entry for each', async () => {
  const who = await signIn(api);
  const url = `/api/admin/users/${who.user.publicId}`;
  const responses = await times(12, (i) =>
    i % 3 === 2
      ? callAs(api, root, {
          method: 'PATCH',
          url: `${url}/role`,
          body: { applicationRole: i % 2 ? 'GUEST' : 'MEMBER' },
        })
      : callAs(api, root, { method: 'POST', url: `${url}/${i % 3 === 0 ? 'lock' : 'unlock'}` }),
  );
  expect(statusesOf(responses)).toEqual(Array(12).fill(200));
  const trail = (await callAs(api, root, { url: `/api/admin/audit?target=${who.user.publicId}&size=100` }))
    .body.content as { action: string; changes: Record<string, { from: unknown; to: unknown }> }[];
  // Newest first: each line begins where the one before it ended.
  for (const member of ['isEnabled', 'applicationRole']) {
    const steps = trail.flatMap(({ changes }) => changes?.[member] ?? []).toReversed();
    for (const [i, step] of steps.entries()) if (i > 0) expect(step.from).toEqual(steps[i - 1]?.to);
  }
});
