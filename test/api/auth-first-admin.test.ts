import { ensureFirstAdmin } from '../../src/modules/auth/first-admin.ts';
import { User } from '../../src/modules/users/user.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createUser } from '../support/login.ts';

const api = await startTestApp({ name: 'auth-first-admin' });
beforeEach(() => api.services.orm.em.execute('truncate user_account cascade'));

const ensure = (password?: string) => {
  const { orm, passwords } = api.services;
  return ensureFirstAdmin({ orm, passwords, email: 'Boss@Example.com', password });
};
const logIn = (password: string) =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'boss@example.com', password },
  });

test('an empty database gets a SUPER_ADMIN with the given password', async () => {
  expect(await ensure('the given password')).toEqual({ email: 'boss@example.com', generatedPassword: null });
  expect((await logIn('the given password')).json()).toMatchObject({ applicationRole: 'SUPER_ADMIN' });
});

test('without a configured password one is generated and returned once', async () => {
  const admin = await ensure();
  expect(admin?.generatedPassword).toMatch(/^[\w-]{24}$/);
  expect((await logIn(admin?.generatedPassword ?? '')).statusCode).toBe(200);
  expect(await ensure()).toBeNull();
});

test('of two processes that start at once one creates it', async () => {
  const made = await Promise.all([
    ensure('first password'),
    ensure('second password'),
    ensure('third password'),
  ]);
  expect(made.filter((admin) => admin !== null)).toHaveLength(1);
  expect(await api.services.orm.em.fork().count(User)).toBe(1);
});

test('a database with users is left alone', async () => {
  await createUser(api);
  expect(await ensure('some password')).toBeNull();
});
