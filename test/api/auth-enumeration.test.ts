import { createAuthService } from '../../src/modules/auth/auth.service.ts';
import type { Passwords } from '../../src/modules/auth/passwords.ts';
import { startTestApp } from '../support/app.ts';
import { recordStatements } from '../support/count-statements.ts';
import { createUser } from '../support/login.ts';

/** Timing must not reveal whether an address has an account. Counts the work, because timing never decides a test. */
const api = await startTestApp({ name: 'enumeration' });
const recorded = await recordStatements(api);

const set = async (id: number, change: string) =>
  api.services.orm.em.fork().execute(`update user_account set ${change} where id = ?`, [id]);

const kinds: [string, () => Promise<string>][] = [
  ['nobody', async () => 'nobody@example.com'],
  ['an account', async () => (await createUser(api)).email],
  ['a locked account', async () => (await createUser(api, { isEnabled: false })).email],
  ['an unverified account', async () => (await createUser(api, { isVerified: false })).email],
  [
    'an account with two-factor',
    async () => {
      const user = await createUser(api);
      await set(user.id, `totp_secret = 'sealed'`);
      return user.email;
    },
  ],
  [
    'a registration that waits',
    async () => {
      const user = await createUser(api, { isVerified: false });
      await set(user.id, 'registration_pending = true');
      return user.email;
    },
  ],
];

test.each(kinds)('a wrong password for %s costs one hash and one statement', async (_kind, addressOf) => {
  const email = await addressOf();
  let hashes = 0;
  const passwords: Passwords = {
    ...api.services.passwords,
    verify: (...given) => {
      hashes += 1;
      return api.services.passwords.verify(...given);
    },
  };
  const auth = createAuthService({ ...api.services, passwords });
  recorded.take();
  const credentials = { email, password: 'a wrong password' };
  await expect(auth.login(credentials, { owner: 'a client' })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  expect([hashes, recorded.take()]).toEqual([1, [expect.stringContaining('user_account')]]);
});
