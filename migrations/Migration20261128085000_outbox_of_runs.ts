import { Migration } from '@mikro-orm/migrations';

const LOCK = `lock table "webhook_event", "run" in access exclusive mode`;

/** The run row is the outbox of every run, first runs included; events have no outbox columns any more. */
export class Migration20261128085000_outbox_of_runs extends Migration {
  override up(): void {
    // Before anything is read: an event that is accepted meanwhile would keep its place in the outbox of events.
    this.addSql(LOCK);
    this.addSql(`update "run" r
      set "dispatch" = case when r."ended_at" is null then e."dispatch" else 'STARTED' end,
          "dispatch_attempts" = e."dispatch_attempts",
          "leased_until" = e."leased_until"
      from "webhook_event" e
      where e."id" = r."event_id" and r."kind" = 'EVENT' and e."dispatch" in ('PENDING', 'STARTED')`);
    this.addSql(`drop trigger "webhook_event_moved" on "webhook_event"`);
    this.addSql(`drop function "webhook_event_webhook_event_moved_fn"()`);
    this.addSql(`delete from "list_total" where "list" = 'webhook_event'`);
    this.addSql(`drop index "webhook_event_pending_index"`);
    this.addSql(`drop index "webhook_event_workflow_id_received_at_dispatch_index"`);
    for (const column of ['dispatch', 'dispatch_attempts', 'leased_until'])
      this.addSql(`alter table "webhook_event" drop column "${column}"`);
    this.addSql(
      `create index "webhook_event_workflow_id_received_at_index" on "webhook_event" ("workflow_id", "received_at")`,
    );
    this.addSql(`drop index "run_pending_index"`);
    this.addSql(
      `create index "run_pending_index" on "run" ("is_bulk", "workflow_id", "id") where dispatch = 'PENDING'`,
    );
  }

  override down(): void {
    this.addSql(LOCK);
    this.addSql(`drop index "run_pending_index"`);
    this.addSql(`create index "run_pending_index" on "run" ("id") where dispatch = 'PENDING'`);
    this.addSql(`drop index "webhook_event_workflow_id_received_at_index"`);
    this.addSql(`alter table "webhook_event" add column "dispatch" varchar(8) not null default 'STORED',
      add column "dispatch_attempts" int not null default 0, add column "leased_until" timestamptz null`);
    this.addSql(`update "webhook_event" e
      set "dispatch" = r."dispatch", "dispatch_attempts" = r."dispatch_attempts", "leased_until" = r."leased_until"
      from "run" r where e."id" = r."event_id" and r."kind" = 'EVENT' and r."dispatch" is not null`);
    this.addSql(
      `update "run" set "dispatch" = null, "dispatch_attempts" = 0, "leased_until" = null where "kind" = 'EVENT'`,
    );
    this.addSql(`alter table "webhook_event" alter column "dispatch" drop default`);
    this.addSql(
      `create index "webhook_event_pending_index" on "webhook_event" ("workflow_id", "id") where dispatch = 'PENDING'`,
    );
    this.addSql(
      `create index "webhook_event_workflow_id_received_at_dispatch_index" on "webhook_event" ("workflow_id", "received_at", "dispatch")`,
    );
    this.addSql(`delete from "list_total" where "list" = 'webhook_event'`);
    this.addSql(`create or replace function "webhook_event_webhook_event_moved_fn"() returns trigger as $$ begin
      if current_setting('list_total.webhook_event', true) is distinct from old.workflow_id::text then
        perform pg_advisory_xact_lock(hashtextextended('list_total.webhook_event', old.workflow_id));
        delete from list_total where list = 'webhook_event' and workflow_id = old.workflow_id;
        perform set_config('list_total.webhook_event', old.workflow_id::text, true);
      end if; return null; end; $$ language plpgsql`);
    this.addSql(`create trigger "webhook_event_moved" after update on "webhook_event" for each row
      when (old.received_at < (now() - '00:10:00'::interval)
        and (old.dispatch is distinct from new.dispatch or old.received_at is distinct from new.received_at))
      execute function "webhook_event_webhook_event_moved_fn"()`);
  }
}
