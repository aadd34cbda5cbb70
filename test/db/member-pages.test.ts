import { findMemberPage, memberHits } from '../../src/modules/organizations/member-page.ts';
import { pageQuery } from '../../src/modules/organizations/paged-search.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

/** Ten organizations of 5,000 members each. */
const MEMBERS = 5_000;

const orm = await openOrm({ url: await testDatabaseUrl('member-pages'), poolMax: 2 });
await orm.em.execute(`
    insert into user_account (public_id, email, password_hash)
    select 'usr_' || lpad(n::text, 26, '0'), md5(n::text) || '@example.com', repeat('x', 97)
    from generate_series(1, ${MEMBERS}) n`);
await orm.em.execute(`
    insert into organization (public_id, name, created_at, updated_at)
    select 'org_' || lpad(n::text, 26, '0'), 'Organization ' || n, now(), now() from generate_series(1, 10) n`);
await orm.em.execute(`
    insert into membership (user_id, organization_id, role)
    select u.id, o.id, 'MEMBER' from user_account u, organization o order by u.id, o.id`);
await orm.em.execute('checkpoint');
await orm.em.execute('vacuum analyze user_account, membership');
const [row] = await orm.em.execute<{ id: string }[]>('select min(id) as id from organization');
const organizationId = Number(row?.id);

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

async function planOf(page: number): Promise<Plan[]> {
  const search = { organizationId, search: '', page: { page, size: 20 } };
  const { sql, params } = pageQuery(memberHits(search));
  const [row] = await orm.em.execute<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
    `explain (format json) ${sql}`,
    params,
  );
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan: root }) => nodes(root));
}

test.each([0, 249])(
  'page %i of members is found and counted by their index, without the accounts',
  async (page) => {
    const plan = await planOf(page);
    const indexes = plan.flatMap((node) => node['Index Name'] ?? []);
    expect(new Set(indexes)).toEqual(new Set(['membership_organization_id_id_index']));
    expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(plan.map((node) => node['Relation Name'])).not.toContain('user_account');
  },
);

test('without the index all memberships would be read', async () => {
  const em = orm.em.fork();
  await em.begin();
  await em.execute('drop index membership_organization_id_id_index');
  const { sql, params } = pageQuery(memberHits({ organizationId, search: '', page: { page: 0, size: 20 } }));
  const rows = await em.execute(`explain (format json) ${sql}`, params);
  await em.rollback();
  expect(JSON.stringify(rows)).toMatch(/Seq Scan/);
});

test('the page has the last who joined first, and the total is of the organization', async () => {
  const em = orm.em.fork();
  const page = { page: 1, size: 2 };
  const { rows, total } = await findMemberPage(em, { organizationId, search: '', page });
  expect(total).toBe(MEMBERS);
  expect(rows.map((row) => Number(row.public_id.slice(4)))).toEqual([MEMBERS - 2, MEMBERS - 3]);
  const none = await findMemberPage(em, { organizationId, search: '', page: { page: 10_000, size: 2 } });
  expect(none).toEqual({ rows: [], total: MEMBERS });
});
