import { Migration } from '@mikro-orm/migrations';

/** Plans, actions counted by month, actions reserved for work under way, and runs that wait for room. */
export class Migration20261128061000_plans extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }

  override down(): void {
    for (const table of ['limit_wait', 'usage_reservation', 'usage_counter', 'plan']) {
      this.addSql(`drop table if exists "${table}" cascade`);
    }
  }
}

const statements = [
  `create table "plan" (
    "id" bigserial primary key,
    "public_id" varchar(30) not null,
    "subject" varchar(30) not null,
    "nickname" varchar(100) null,
    "action_limit" int null,
    "requests_per_minute" int null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now()
  )`,
  `alter table "plan" add constraint "plan_public_id_unique" unique ("public_id")`,
  `alter table "plan" add constraint "plan_subject_unique" unique ("subject")`,
  // Every document of an account updates one row: room on its page keeps the old versions off the index.
  `create table "usage_counter" (
    "id" bigserial primary key,
    "subject" varchar(30) not null,
    "month" varchar(7) not null,
    "charged" int not null default 0,
    "acted" int not null default 0,
    "reserved" int not null default 0
  ) with (fillfactor = 50)`,
  `alter table "usage_counter" add constraint "usage_counter_subject_month_unique" unique ("subject", "month")`,
  `create table "usage_reservation" (
    "id" bigserial primary key,
    "source" varchar(30) not null,
    "subject" varchar(30) not null,
    "month" varchar(7) not null,
    "actions" int not null,
    "expires_at" timestamptz not null
  )`,
  `alter table "usage_reservation" add constraint "usage_reservation_source_month_unique" unique ("source", "month")`,
  `create index "usage_reservation_expires_at_index" on "usage_reservation" ("expires_at")`,
  `create table "limit_wait" (
    "id" bigserial primary key,
    "source" varchar(30) not null,
    "subject" varchar(30) not null,
    "run_id" bigint not null,
    "woken_at" timestamptz null,
    "created_at" timestamptz not null default now()
  )`,
  `alter table "limit_wait" add constraint "limit_wait_source_unique" unique ("source")`,
  `create index "limit_wait_subject_index" on "limit_wait" ("subject")`,
  `create index "limit_wait_run_id_index" on "limit_wait" ("run_id")`,
  `alter table "limit_wait" add constraint "limit_wait_run_id_foreign" foreign key ("run_id") references "run" ("id") on delete cascade`,
  // Counts from before the counters existed.
  `insert into usage_counter (subject, month, charged, acted)
   select subject, month, sum(charged), sum(acted)
   from (
     select coalesce(o.public_id, u.public_id) as subject,
            to_char(e.created_at at time zone 'UTC', 'YYYY-MM') as month, e.actions as charged, 0 as acted
     from usage_entry e join user_account u on u.id = e.user_id left join organization o on o.id = e.organization_id
     union all
     select u.public_id, to_char(e.created_at at time zone 'UTC', 'YYYY-MM'), 0, e.actions
     from usage_entry e join user_account u on u.id = e.user_id
   ) counted
   group by subject, month`,
];
