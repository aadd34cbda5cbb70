import { ensureFirstAdmin } from '../../src/modules/auth/first-admin.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { atOnce } from '../support/at-once.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

/** Two processes of the service on one database. */
let one: TestApp;
let other: TestApp;
let url: string;
let root: SignedIn;
let organization: string;

beforeAll(async () => {
  url = await testDatabaseUrl('organization-last-admin');
  const env = { DATABASE_URL: url, JWT_SECRET: 'one secret for both of the processes' };
  one = await startTestApp({ name: 'organization-last-admin', env });
  other = await startTestApp({ name: 'organization-last-admin', env });
});
afterAll(async () => {
  await one.close();
  await other.close();
});

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

async function act(on: TestApp, who: SignedIn, action: Change, target: SignedIn) {
  const member = `/api/organizations/${organization}/members/${target.user.publicId}`;
  const { status, body } = await callAs(on, who, {
    url: member,
    ...(action === 'demote'
      ? { method: 'PATCH' as const, body: { role: 'MEMBER' } }
      : { method: 'DELETE' as const }),
  });
  return { status, code: body.code };
}

async function countAdmins(): Promise<number> {
  const [row] = await one.services.orm.em.fork().execute<{ n: string }[]>(
    `select count(*) as n from membership m join organization o on o.id = m.organization_id
     where o.public_id = ? and m.role = 'ORG_ADMIN'`,
    [organization],
  );
  return Number(row?.n);
}

describe('the last ORG_ADMIN', () => {
  let a: SignedIn;
  let b: SignedIn;
  beforeEach(async () => {
    root ??= await signIn(one, 'SUPER_ADMIN');
    organization = await createOrganization(one, root);
    a = await joinOrganization(one, root, { organization, role: 'ORG_ADMIN' });
    b = await joinOrganization(one, root, { organization, role: 'ORG_ADMIN' });
  });

  test.each([
    ['leave', 'leave'],
    ['demote', 'demote'],
    ['leave', 'demote'],
  ] as const)('of two who give up at once, %s and %s, one stays', async (first, second) => {
    const responses = await atOnce({ url, table: 'organization' }, [
      () => act(one, a, first, a),
      () => act(other, b, second, b),
    ]);
    expect(responses.map(({ code }) => code).toSorted()).toEqual(['LAST_ORG_ADMIN', undefined]);
    expect(await countAdmins()).toBe(1);
  });

  test.each([
    ['remove', 'remove', 404],
    ['demote', 'demote', 403],
  ] as const)(
    'of two ORG_ADMINs who change each other at once (%s and %s), one stays',
    async (first, second, rejected) => {
      const responses = await atOnce({ url, table: 'organization' }, [
        () => act(one, a, first, b),
        () => act(other, b, second, a),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, rejected]);
      expect(await countAdmins()).toBe(1);
    },
  );

  test('a member who was just removed cannot invite', async () => {
    const invite = async () => {
      const body = { email: 'new@example.com', role: 'ORG_ADMIN' };
      const path = `/api/organizations/${organization}/invitations`;
      const { status } = await callAs(other, b, { method: 'POST', url: path, body });
      return { status, code: '' };
    };
    const [removed, invited] = await atOnce({ url, table: 'organization' }, [
      () => act(one, a, 'remove', b),
      invite,
    ]);
    expect(removed?.status).toBe(200);
    // Whichever came first.
    expect([200, 404]).toContain(invited?.status);
  });
});
