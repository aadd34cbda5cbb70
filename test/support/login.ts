import { hash } from '@node-rs/argon2';
import { createPublicId } from '../../src/infra/public-id.ts';
import { type ApplicationRole, User } from '../../src/modules/users/user.entity.ts';
import type { TestApp } from './app.ts';

export const TEST_PASSWORD = 'correct horse battery';

/** The cheapest hash of argon2. The parameters are part of the hash, so log-ins in tests take no CPU time. */
const hashed = hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
let count = 0;

/** A new account of this role. Its password is TEST_PASSWORD. */
export async function createUser(
  { services }: TestApp,
  values: { role?: ApplicationRole; email?: string; isEnabled?: boolean; isVerified?: boolean } = {},
): Promise<User> {
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

/** A signed-in account and its request header. */
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
  if (issued === null) throw new Error('The account is locked, or its password has changed.');
  return issued.token;
}
