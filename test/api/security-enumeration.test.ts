import { createAuthService } from '../../src/modules/auth/auth.service.ts';
import type { Passwords } from '../../src/modules/auth/passwords.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { recordStatements } from '../support/count-statements.ts';
import { createUser } from '../support/login.ts';

/** Who guesses must not learn by the clock what an address is: counted is the work, since time decides no test. */
let test_: TestApp;
let recorded: Awaited<ReturnType<typeof recordStatements>>;
beforeAll(async () => {
  test_ = await startTestApp({ name: 'enumeration' });
  recorded = await recordStatements(test_);
});
afterAll(() => test_.close());

const set = async (id: number, change: string) =>
  test_.services.orm.em.fork().execute(`update user_account set ${change} where id = ?`, [id]);

const kinds: [string, () => Promise<string>][] = [
  ['nobody', async () => 'nobody@example.com'],
  ['an account', async () => (await createUser(test_)).email],
  ['a locked account', async () => (await createUser(test_, { isEnabled: false })).email],
  ['an unverified account', async () => (await createUser(test_, { isVerified: false })).email],
  [
    'an account with two-factor',
    async () => {
      const user = await createUser(test_);
      await set(user.id, `totp_secret = 'sealed'`);
      return user.email;
    },
  ],
  [
    'a registration that waits',
    async () => {
      const user = await createUser(test_, { isVerified: false });
      await set(user.id, 'registration_pending = true');
      return user.email;
    },
  ],
];

test.each(kinds)('a wrong password for %s costs one hash and one statement', async (_kind, addressOf) => {
  const email = await addressOf();
  let hashes = 0;
  const passwords: Passwords = {
    ...test_.services.passwords,
    verify: (stored, password) => {
      hashes += 1;
      return test_.services.passwords.verify(stored, password);
    },
  };
  const auth = createAuthService({ ...test_.services, passwords });
  recorded.take();
  await expect(auth.login({ email, password: 'a wrong password' })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  expect([hashes, recorded.take()]).toEqual([1, [expect.stringContaining('user_account')]]);
});
