import { createPublicId } from '../../src/infra/public-id.ts';
import { type ApplicationRole, User } from '../../src/modules/users/user.entity.ts';
import type { TestApp } from './app.ts';

export const TEST_PASSWORD = 'correct horse battery';

let hashed: Promise<string> | undefined;
let count = 0;

/** A new account of this role. Its password is TEST_PASSWORD. */
export async function createUser(
  { services }: TestApp,
  values: { role?: ApplicationRole; email?: string; isEnabled?: boolean; isVerified?: boolean } = {},
): Promise<User> {
  hashed ??= services.passwords.hash(TEST_PASSWORD);
  count += 1;
  const em = services.orm.em.fork();
  const user = em.create(User, {
    publicId: createPublicId('usr'),
    email: values.email ?? `user${count}@example.com`,
    passwordHash: await hashed,
    applicationRole: values.role ?? 'MEMBER',
    isEnabled: values.isEnabled ?? true,
    isVerified: values.isVerified ?? true,
  });
  await em.flush();
  return user;
}

/** Somebody signed in: the account and the header that says so. */
export interface SignedIn {
  user: User;
  headers: { authorization: string };
}

/** Logs in through the API. */
export async function login(test: TestApp, user: User): Promise<SignedIn> {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: user.email, password: TEST_PASSWORD },
  });
  if (response.statusCode !== 200) throw new Error(`log-in failed: ${response.body}`);
  return { user, headers: { authorization: `Bearer ${response.json().accessToken}` } };
}

/** A new account of this role, signed in. */
export async function signIn(test: TestApp, role: ApplicationRole = 'MEMBER'): Promise<SignedIn> {
  return login(test, await createUser(test, { role }));
}

/** A refresh token of a new session of this account. */
export async function refreshTokenOf({ services }: TestApp, user: User): Promise<string> {
  const issued = await services.refreshTokens.issue(user.id, user.passwordHash);
  if (issued === null) throw new Error('The account is locked or its password is another.');
  return issued.token;
}
