import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { parseTimeRange } from '../../http/time-range.ts';
import type { Clock } from '../../infra/clock.ts';
import type { Sql } from '../../infra/sql.ts';
import { getOrganizationAccess, requireManager } from '../organizations/organization-access.ts';
import { MAILS_PER_DAY } from '../plans/account-limits.ts';
import type { CurrentUser } from '../users/current-user.ts';
import { monthBounds } from './months.ts';
import type { UsageQuery, UsageReport } from './usage.schemas.ts';
import type { Actor, UsageService } from './usage.service.ts';

const DAY = 24 * 60 * 60_000;
const MAX_DAYS = 366;
/** Templates and workflows in a report, the most used first. */
const MAX_LISTED = 1_000;

export type UsageReports = ReturnType<typeof createUsageReports>;

interface UsageReportDependencies {
  orm: MikroORM;
  sql: Sql;
  clock: Clock;
  usage: Pick<UsageService, 'getQuota'>;
  /** The limit of an account whose plan sets none; 0 means no limit. */
  mailsPerDay: number;
}

/** Stamped documents by day, by template and by workflow. */
export function createUsageReports({ orm, sql, clock, usage, mailsPerDay }: UsageReportDependencies) {
  /** The mails of an account's workflows in these days, and how many are left today. */
  const readMails = async (user: CurrentUser, { from, before }: { from: Date; before: Date }) => {
    const values = [user.id, dateOf(from), dateOf(before), dateOf(clock.now()), mailsPerDay];
    const [row] = await sql<MailRow>(MAILS, values);
    const { sent = 0, today = 0, limitPerDay = null } = row ?? {};
    return { sent, limitPerDay, leftToday: limitPerDay === null ? null : Math.max(0, limitPerDay - today) };
  };

  /** The account or organization of the report. Throws NOT_FOUND and FORBIDDEN. */
  const findActor = async (user: CurrentUser, organizationId: string | undefined): Promise<Actor> => {
    if (organizationId === undefined) return { userId: user.id, organizationId: null };
    const access = await getOrganizationAccess(orm.em.fork(), {
      userId: user.id,
      publicId: organizationId,
    });
    return { userId: user.id, organizationId: requireManager(access).organization.id };
  };

  return {
    /** The caller's own usage, or that of an organization they manage. Throws VALIDATION_FAILED, NOT_FOUND, FORBIDDEN. */
    async get(user: CurrentUser, query: UsageQuery): Promise<UsageReport> {
      const days = readDays(query, clock.now());
      const actor = await findActor(user, query.organizationId);
      const { from, before } = days;
      const [statement, whose] =
        query.organizationId === undefined
          ? [OF_ACCOUNT, user.publicId]
          : [OF_ORGANIZATION, query.organizationId];
      const rows = await sql<UsageRow>(statement, [whose, dateOf(from), dateOf(before)]);
      const { actionLimit, taken } = await usage.getQuota(actor);
      const byDay = new Map(rows.filter(({ kind }) => kind === 'day').map((row) => [row.key, row.actions]));
      const listed = (kind: string) => rows.filter((row) => row.kind === kind).slice(0, MAX_LISTED);
      const count = Math.round((before.getTime() - from.getTime()) / DAY);
      const dates = Array.from({ length: count }, (_, i) => dateOf(new Date(from.getTime() + i * DAY)));
      return {
        from: dates[0] ?? '',
        to: dates.at(-1) ?? '',
        actions: [...byDay.values()].reduce((sum, actions) => sum + actions, 0),
        actionLimit,
        actionsLeft: actionLimit === null ? null : Math.max(0, actionLimit - taken),
        mails: query.organizationId === undefined ? await readMails(user, days) : null,
        days: dates.map((date) => ({ date, actions: byDay.get(date) ?? 0 })),
        templates: listed('template').map(({ key, name, actions }) => ({ templateId: key, name, actions })),
        workflows: listed('workflow').map(({ key, name, actions }) => ({ workflowId: key, name, actions })),
      };
    },
  };
}

/** Whole days, UTC; `before` is the start of the day after the last. */
function readDays({ from, to }: UsageQuery, now: Date): { from: Date; before: Date } {
  const range = parseTimeRange({ from: from ?? dateOf(monthBounds(now).start), to: to ?? dateOf(now) });
  if (range.from === null || range.before === null) throw new Error('A range has two ends.');
  const days = (range.before.getTime() - range.from.getTime()) / DAY;
  if (days >= 1 && days <= MAX_DAYS) return { from: range.from, before: range.before };
  const message = days < 1 ? 'must not be before from' : `must be at most ${MAX_DAYS} days from from`;
  throw new DomainError('VALIDATION_FAILED', `to ${message}.`, { paths: [{ path: 'to', message }] });
}

const dateOf = (at: Date) => at.toISOString().slice(0, 10);

interface MailRow {
  sent: number;
  today: number;
  limitPerDay: number | null;
}

/** $1 internal id of the account, $2 first day, $3 day after the last, $4 today, $5 general limit. */
const MAILS = {
  name: 'usage_mails',
  text: `
    select coalesce(sum(d.mails) filter (where d.day >= $2::date and d.day < $3::date), 0)::float8 as sent,
           coalesce(max(d.mails) filter (where d.day = $4::date), 0) as today,
           (select coalesce(${MAILS_PER_DAY}, nullif($5::int, 0))
            from user_account u left join plan p on p.subject = u.public_id where u.id = $1::bigint) as "limitPerDay"
    from mail_day d where d.account = (select public_id from user_account where id = $1::bigint)`,
};

interface UsageRow {
  kind: 'day' | 'template' | 'workflow';
  key: string;
  name: string | null;
  actions: number;
}

/** The days of $1 from $2 until before $3, added up three ways. */
const sumsOf = (column: 'account' | 'organization') => ({
  name: `usage_sums_of_${column}`,
  text: `
    with sums as (
      select to_char(day, 'YYYY-MM-DD') as day, template_public_id as template,
             nullif(workflow_public_id, '') as workflow, sum(actions)::float8 as actions,
             grouping(day) = 0 as is_day, grouping(template_public_id) = 0 as is_template
      from usage_day
      where ${column} = $1 and day >= $2::date and day < $3::date
      group by grouping sets ((day), (template_public_id), (workflow_public_id))
    )
    select case when is_day then 'day' when is_template then 'template' else 'workflow' end as kind,
           coalesce(s.day, s.template, s.workflow) as key, coalesce(t.name, w.name) as name, s.actions
    from sums s
    left join template t on t.public_id = s.template
    left join workflow w on w.public_id = s.workflow
    where coalesce(s.day, s.template, s.workflow) is not null
    order by s.actions desc, key`,
});

const OF_ACCOUNT = sumsOf('account');
const OF_ORGANIZATION = sumsOf('organization');
