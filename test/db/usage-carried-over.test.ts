import { migrate } from '../../src/database/migrate.ts';
import { openOrm } from '../support/orm.ts';
import { emptyDatabaseUrl } from '../support/stack/stack.ts';

/** Usage counted by a version without counters and days must be in them after the upgrade. */
const BEFORE_COUNTERS = 'Migration20261128060000_organizations';

const url = await emptyDatabaseUrl('usage-carried-over');
const orm = await openOrm({ url, poolMax: 2 });
await orm.migrator.up({ to: BEFORE_COUNTERS });
await orm.em.execute(
  `insert into user_account (id, public_id, email, password_hash) values
       (1, 'usr_a', 'a@example.com', 'x'), (2, 'usr_b', 'b@example.com', 'x')`,
);
await orm.em.execute(`insert into organization (id, public_id, name) values (7, 'org_x', 'X')`);
const entries = [
  ['doc_1', 1, null, 'tpl_1', 'wrk_1', 1, '2026-10-31T23:59:59Z'],
  ['doc_2', 1, null, 'tpl_1', 'wrk_1', 1, '2026-11-01T00:00:00Z'],
  ['job_1', 1, null, 'tpl_1', null, 200, '2026-11-01T12:00:00Z'],
  ['job_2', 1, 7, 'tpl_2', null, 30, '2026-11-01T12:00:00Z'],
  ['job_3', 1, 7, 'tpl_2', null, 4, '2026-11-01T23:00:00Z'],
  ['job_4', 2, 7, 'tpl_2', null, 5, '2026-11-02T00:00:00+02:00'],
];
for (const entry of entries) {
  await orm.em.execute(
    `insert into usage_entry
         (source, user_id, organization_id, template_public_id, workflow_public_id, actions, created_at)
       values (?, ?, ?, ?, ?, ?, ?)`,
    entry,
  );
}
await migrate({ url });

test('each month has what accounts and organizations were charged, and what accounts did', async () => {
  const rows = await orm.em.execute(
    'select subject, month, charged, acted, reserved from usage_counter order by subject, month',
  );
  expect(rows).toEqual([
    { subject: 'org_x', month: '2026-11', charged: 39, acted: 0, reserved: 0 },
    { subject: 'usr_a', month: '2026-10', charged: 1, acted: 1, reserved: 0 },
    { subject: 'usr_a', month: '2026-11', charged: 201, acted: 235, reserved: 0 },
    { subject: 'usr_b', month: '2026-11', charged: 0, acted: 5, reserved: 0 },
  ]);
});

test('each day has it by organization, template and workflow', async () => {
  const rows = await orm.em.execute<object[]>(
    `select account, organization, day::text as day, template_public_id as template, workflow_public_id as workflow,
            actions
     from usage_day order by account, day, organization, workflow`,
  );
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['usr_a', '', '2026-10-31', 'tpl_1', 'wrk_1', 1],
    ['usr_a', '', '2026-11-01', 'tpl_1', '', 200],
    ['usr_a', '', '2026-11-01', 'tpl_1', 'wrk_1', 1],
    ['usr_a', 'org_x', '2026-11-01', 'tpl_2', '', 34],
    ['usr_b', 'org_x', '2026-11-01', 'tpl_2', '', 5],
  ]);
});
