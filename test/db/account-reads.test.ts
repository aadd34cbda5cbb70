import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { startTestApp } from '../support/app.ts';
import { recordStatements } from '../support/count-statements.ts';
import { type SignedIn, signIn } from '../support/login.ts';

const api = await startTestApp({ name: 'account-reads' });
const record = await recordStatements(api);

const profile = ({ headers }: SignedIn) => api.app.inject({ url: '/api/me', headers });
const change = (column: string, value: unknown, { user }: SignedIn) =>
  api.services.orm.em.fork().execute(`update user_account set ${column} = ? where id = ?`, [value, user.id]);

test('requests that arrive together share the statement that reads their accounts', async () => {
  const [one, two] = await Promise.all([signIn(api), signIn(api, 'GUEST')]);
  record.take();
  const responses = await Promise.all([one, two, one, two].map(profile));
  const statements = record.take();
  expect(statements.filter((statement) => statement.includes('requests_per_minute'))).toHaveLength(1);
  // One profile each.
  expect(statements).toHaveLength(1 + 4);
  const mails = responses.map((response) => response.json().email);
  expect(mails).toEqual([one, two, one, two].map(({ user }) => user.email));
});

test('a new role and a lock take effect with the next request, even while an older read runs', async () => {
  const someone = await signIn(api);
  const before = profile(someone);
  await change('application_role', 'GUEST', someone);
  expect((await profile(someone)).json()).toMatchObject({ applicationRole: 'GUEST', roles: ['ROLE_GUEST'] });
  expect((await before).statusCode).toBe(200);
  await change('is_enabled', false, someone);
  expect((await profile(someone)).statusCode).toBe(401);
  await change('is_enabled', true, someone);
  expect((await profile(someone)).statusCode).toBe(200);
});

test('the statements of every request are planned once and not each time', async () => {
  const someone = await signIn(api);
  // PostgreSQL compares the general plan with five particular ones before it keeps it.
  for (let i = 0; i < 10; i++) {
    await profile(someone);
    await api.app.inject({ url: '/api/templates', headers: someone.headers });
  }
  const connection = api.services.orm.em.getConnection() as PostgreSqlConnection;
  const { rows } = await (await connection.getNativeClient()).query<{ name: string; isKept: boolean }>(
    `select name, generic_plans > 0 as "isKept" from pg_prepared_statements where custom_plans >= 5 order by name`,
  );
  expect(rows).toEqual(
    ['account_enabled', 'account_profile', 'template_list'].map((name) => ({ name, isKept: true })),
  );
});
