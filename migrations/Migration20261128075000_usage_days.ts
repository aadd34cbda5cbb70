import { Migration } from '@mikro-orm/migrations';

/** Actions added up by day, so that a report of a year need not read every document of it. */
export class Migration20261128075000_usage_days extends Migration {
  override up(): void {
    // Every document of an account updates a row: room on its page keeps the old versions off the indexes.
    this.addSql(`create table "usage_day" (
      "id" bigserial primary key,
      "account" varchar(30) not null,
      "organization" varchar(30) not null,
      "day" date not null,
      "template_public_id" varchar(30) not null,
      "workflow_public_id" varchar(30) not null,
      "actions" int not null
    ) with (fillfactor = 70)`);
    this.addSql(
      `alter table "usage_day" add constraint "usage_day_unique"
       unique ("account", "day", "organization", "template_public_id", "workflow_public_id")`,
    );
    this.addSql(`create index "usage_day_organization_day_index" on "usage_day" ("organization", "day")`);
    this.addSql(`
      insert into usage_day (account, organization, day, template_public_id, workflow_public_id, actions)
      select u.public_id, coalesce(o.public_id, ''), (e.created_at at time zone 'UTC')::date, e.template_public_id,
             coalesce(e.workflow_public_id, ''), sum(e.actions)
      from usage_entry e join user_account u on u.id = e.user_id left join organization o on o.id = e.organization_id
      group by 1, 2, 3, 4, 5`);
  }

  override down(): void {
    this.addSql(`drop table if exists "usage_day" cascade`);
  }
}
