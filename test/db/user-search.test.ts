import { userPageQuery } from '../../src/modules/admin/user-search.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

const orm = await openOrm({ url: await testDatabaseUrl('user-search'), poolMax: 2 });
await orm.em.execute(`
    insert into user_account (public_id, email, password_hash)
    select 'usr_' || lpad(to_hex(n * 7919::bigint), 26, '0'), md5(n::text) || '@example.com', repeat('x', 97)
    from generate_series(1, 100000) n`);
// The test server commits without waiting for its log; only records in the log count as visible to all.
await orm.em.execute('checkpoint');
await orm.em.execute('vacuum analyze user_account');

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
}

async function planOf(search: string, page: number): Promise<Plan[]> {
  const { sql, params } = userPageQuery(search, { page, size: 20 });
  const [row] = await orm.em.execute<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
    `explain (format json) ${sql}`,
    params,
  );
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan: root }) => nodes(root));
}

test.each([
  ['no search', '', 0],
  ['no search, the last page', '', 4999],
  ['part of an address', 'c4ca4238', 0],
  ['three letters', 'c4c', 0],
  ['part of an id', '1eef', 3],
  ['text that no user has', 'nobody@nowhere', 0],
  ['wildcards as characters', 'c4c%a4_3', 0],
])('of 100,000 accounts no list reads all rows: %s', async (_what, search, page) => {
  const plan = await planOf(search, page);
  expect(plan.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  const indexes = plan.map((node) => node['Index Name']).filter((name) => name !== undefined);
  expect(indexes).toContain(search === '' ? 'user_account_pkey' : 'user_account_search_index');
});

test('without its index the search would read all rows', async () => {
  await orm.em.execute('drop index user_account_search_index');
  const plan = await planOf('c4ca4238', 0);
  expect(plan.map((node) => node['Node Type'])).toContain('Seq Scan');
});
