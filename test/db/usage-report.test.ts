import { createPublicId } from '../../src/infra/public-id.ts';
import type { UsageRecord } from '../../src/modules/usage/usage.service.ts';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';

/** Reports add up days; the days must equal the counted actions, in whatever order they came. */
const api = await startTestApp({
  name: 'usage-report',
  clock: { now: () => new Date('2026-11-28T12:00:00Z') },
});
const root = await signIn(api, 'SUPER_ADMIN');
const organization = await createOrganization(api, root);
const join = () => joinOrganization(api, root, { organization, role: 'MEMBER' });
const people = [await join(), await join()] as const;
const [row] = await api.services.orm.em
  .fork()
  .execute<{ id: string }[]>('select id from organization where public_id = ?', [organization]);
const organizationId = Number(row?.id);

const TEMPLATES = [createPublicId('tpl'), createPublicId('tpl')];
const WORKFLOWS = [createPublicId('wrk'), null];

/** The n-th thing counted: together they cover every account, day, template, workflow and payer. */
const work = (n: number): UsageRecord => ({
  source: createPublicId('doc'),
  userId: people[n % 2 === 0 ? 0 : 1].user.id,
  organizationId: n % 3 === 0 ? organizationId : null,
  templatePublicId: TEMPLATES[n % 5 === 0 ? 0 : 1] ?? '',
  workflowPublicId: WORKFLOWS[n % 7 === 0 ? 0 : 1] ?? null,
  actions: 1 + (n % 4),
  at: new Date(`2026-11-${String(1 + (n % 9)).padStart(2, '0')}T23:59:59Z`),
});

const sum = (records: readonly UsageRecord[]) => records.reduce((total, { actions }) => total + actions, 0);

async function report(who: SignedIn, query: string) {
  const { body } = await callAs(api, who, { url: `/api/usage?from=2026-11-01&to=2026-11-28${query}` });
  return body;
}

test('of actions recorded at once, some of them twice, each is in the report of its account and organization once', async () => {
  const done = Array.from({ length: 60 }, (_, n) => work(n));
  await Promise.all([...done, ...done.slice(0, 20)].map((each) => api.services.usage.record(each)));
  const cases = [
    ...people.map((who) => ({ who, query: '', own: done.filter(({ userId }) => userId === who.user.id) })),
    {
      who: root,
      query: `&organizationId=${organization}`,
      own: done.filter((each) => each.organizationId === organizationId),
    },
  ];
  for (const { who, query, own } of cases) {
    const { actions, days, templates, workflows } = await report(who, query);
    expect(actions).toBe(sum(own));
    for (const { date, actions: ofDay } of days) {
      const sameDay = own.filter(({ at }) => at?.toISOString().slice(0, 10) === date);
      expect([date, ofDay]).toEqual([date, sum(sameDay)]);
    }
    for (const { templateId, actions: ofTemplate } of templates) {
      const same = own.filter(({ templatePublicId }) => templatePublicId === templateId);
      expect(ofTemplate).toBe(sum(same));
    }
    const ofWorkflow = own.filter(({ workflowPublicId }) => workflowPublicId !== null);
    expect(workflows.map((item: { actions: number }) => item.actions)).toEqual([sum(ofWorkflow)]);
  }
});

test('a report reads days, and not every document of them', async () => {
  const [who] = people;
  const before = await report(who, '');
  await api.services.orm.em.fork().execute('delete from usage_entry');
  expect(await report(who, '')).toEqual(before);
});
