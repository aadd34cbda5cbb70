import { ensureFirstAdmin } from '../../src/modules/auth/first-admin.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { atOnce } from '../support/at-once.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

const url = await testDatabaseUrl('organization-last-admin');
const env = { DATABASE_URL: url, JWT_SECRET: 'one secret for both of the processes' };
/** Two processes of the service on one database. */
const one = await startTestApp({ name: 'organization-last-admin', env });
const other = await startTestApp({ name: 'organization-last-admin', env });

test('two processes that start at once on an empty database make one administrator', async () => {
  const made = await Promise.all(
    [one, other, one, other].map(({ services: { orm, passwords } }) =>
      ensureFirstAdmin({ orm, passwords, email: 'boss@example.com' }),
    ),
  );
  expect(made.filter((admin) => admin !== null)).toHaveLength(1);
  const rows = await one.services.orm.em.fork().execute('select application_role from user_account');
  expect(rows).toEqual([{ application_role: 'SUPER_ADMIN' }]);
});

type Change = 'leave' | 'demote' | 'remove';

async function act(
  organization: string,
  { on, who, action, target }: { on: TestApp; who: SignedIn; action: Change; target: SignedIn },
) {
  const member = `/api/organizations/${organization}/members/${target.user.publicId}`;
  const { status, body } = await callAs(on, who, {
    url: member,
    ...(action === 'demote'
      ? { method: 'PATCH' as const, body: { role: 'MEMBER' } }
      : { method: 'DELETE' as const }),
  });
  return { status, code: body.code };
}

async function countAdmins(organization: string): Promise<number> {
  const [row] = await one.services.orm.em.fork().execute<{ n: string }[]>(
    `select count(*) as n from membership m join organization o on o.id = m.organization_id
     where o.public_id = ? and m.role = 'ORG_ADMIN'`,
    [organization],
  );
  return Number(row?.n);
}

describe('the last ORG_ADMIN', () => {
  /** An organization with two administrators. */
  const twoAdmins = async () => {
    const root = await signIn(one, 'SUPER_ADMIN');
    const organization = await createOrganization(one, root);
    const a = await joinOrganization(one, root, { organization, role: 'ORG_ADMIN' });
    const b = await joinOrganization(one, root, { organization, role: 'ORG_ADMIN' });
    return { organization, a, b };
  };

  test.each([
    ['leave', 'leave'],
    ['demote', 'demote'],
    ['leave', 'demote'],
  ] as const)('of two who give up at once, %s and %s, one stays', async (first, second) => {
    const { organization, a, b } = await twoAdmins();
    const responses = await atOnce({ url, table: 'organization' }, [
      () => act(organization, { on: one, who: a, action: first, target: a }),
      () => act(organization, { on: other, who: b, action: second, target: b }),
    ]);
    expect(responses.map(({ code }) => code).toSorted()).toEqual(['LAST_ORG_ADMIN', undefined]);
    expect(await countAdmins(organization)).toBe(1);
  });

  test.each([
    ['remove', 'remove', 404],
    ['demote', 'demote', 403],
  ] as const)(
    'of two ORG_ADMINs who change each other at once (%s and %s), one stays',
    async (first, second, rejected) => {
      const { organization, a, b } = await twoAdmins();
      const responses = await atOnce({ url, table: 'organization' }, [
        () => act(organization, { on: one, who: a, action: first, target: b }),
        () => act(organization, { on: other, who: b, action: second, target: a }),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, rejected]);
      expect(await countAdmins(organization)).toBe(1);
    },
  );

  test('a member who was just removed cannot invite', async () => {
    const { organization, a, b } = await twoAdmins();
    const invite = async () => {
      const body = { email: 'new@example.com', role: 'ORG_ADMIN' };
      const path = `/api/organizations/${organization}/invitations`;
      const { status } = await callAs(other, b, { method: 'POST', url: path, body });
      return { status, code: '' };
    };
    const [removed, invited] = await atOnce({ url, table: 'organization' }, [
      () => act(organization, { on: one, who: a, action: 'remove', target: b }),
      invite,
    ]);
    expect(removed?.status).toBe(200);
    // Whichever came first.
    expect([200, 404]).toContain(invited?.status);
  });
});
