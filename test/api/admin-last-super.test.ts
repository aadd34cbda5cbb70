import { startTestApp, type TestApp } from '../support/app.ts';
import { atOnce } from '../support/at-once.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

const url = await testDatabaseUrl('admin-last-super');
const env = { DATABASE_URL: url, JWT_SECRET: 'one secret for both of the processes' };
/** Two processes of the service on one database. */
const one = await startTestApp({ name: 'admin-last-super', env });
const other = await startTestApp({ name: 'admin-last-super', env });
beforeEach(() =>
  one.services.orm.em.fork().execute(`update user_account set application_role = 'GUEST', is_enabled = true`),
);

const supers = async () => {
  const [row] = await one.services.orm.em
    .fork()
    .execute<{ n: string }[]>(
      `select count(*) as n from user_account where application_role = 'SUPER_ADMIN' and is_enabled`,
    );
  return Number(row?.n);
};

type Change = 'lock' | 'demote';

async function act(on: TestApp, who: SignedIn, action: Change, target: SignedIn) {
  const { publicId } = target.user;
  const response = await on.app.inject({
    headers: who.headers,
    ...(action === 'lock'
      ? { method: 'POST', url: `/api/admin/users/${publicId}/lock` }
      : {
          method: 'PATCH',
          url: `/api/admin/users/${publicId}/role`,
          payload: { applicationRole: 'ADMIN' },
        }),
  });
  return { status: response.statusCode, code: response.json().code };
}

test.each(['lock', 'demote'] as const)('the last SUPER_ADMIN cannot %s themselves', async (action) => {
  const root = await signIn(one, 'SUPER_ADMIN');
  expect(await act(one, root, action, root)).toEqual({ status: 400, code: 'LAST_SUPER_ADMIN' });
  expect(await supers()).toBe(1);
});

test.each(['lock', 'demote'] as const)('a locked SUPER_ADMIN does not count: %s', async (action) => {
  const root = await signIn(one, 'SUPER_ADMIN');
  const second = await signIn(one, 'SUPER_ADMIN');
  expect((await act(one, root, 'lock', second)).status).toBe(200);
  expect((await act(one, root, action, root)).code).toBe('LAST_SUPER_ADMIN');
});

test.each(['lock', 'demote'] as const)('one of two SUPER_ADMINs can %s themselves', async (action) => {
  const root = await signIn(one, 'SUPER_ADMIN');
  await signIn(one, 'SUPER_ADMIN');
  expect((await act(one, root, action, root)).status).toBe(200);
  expect(await supers()).toBe(1);
});

const pairs = [
  ['lock', 'lock'],
  ['demote', 'demote'],
  ['lock', 'demote'],
] as const;

test.each(pairs)('two that go for each other, %s and %s: one stays', async (first, second) => {
  const [a, b] = [await signIn(one, 'SUPER_ADMIN'), await signIn(one, 'SUPER_ADMIN')];
  const responses = await atOnce({ url, table: 'user_account' }, [
    () => act(one, a, first, b),
    () => act(other, b, second, a),
  ]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(1);
  expect(await supers()).toBe(1);
});

test.each(pairs)('two that give up at once, %s and %s: one stays', async (first, second) => {
  const [a, b] = [await signIn(one, 'SUPER_ADMIN'), await signIn(one, 'SUPER_ADMIN')];
  const responses = await atOnce({ url, table: 'user_account' }, [
    () => act(one, a, first, a),
    () => act(other, b, second, b),
  ]);
  expect(responses.map(({ code }) => code).toSorted()).toEqual(['LAST_SUPER_ADMIN', undefined]);
  expect(await supers()).toBe(1);
});

test('an administrator who was just demoted cannot demote another account', async () => {
  const [a, b, c] = [
    await signIn(one, 'SUPER_ADMIN'),
    await signIn(one, 'SUPER_ADMIN'),
    await signIn(one, 'SUPER_ADMIN'),
  ];
  const responses = await atOnce({ url, table: 'user_account' }, [
    () => act(one, a, 'lock', b),
    () => act(other, b, 'lock', c),
  ]);
  // Depending on the order, b locked c before losing the role, or was rejected.
  const [first, second] = responses.map(({ status }) => status);
  expect(first).toBe(200);
  expect([200, 403]).toContain(second);
  expect(await supers()).toBe(second === 200 ? 1 : 2);
});
