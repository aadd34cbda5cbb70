import { Migration } from '@mikro-orm/migrations';

/** Cached counts of the old rows of a list, and the triggers that invalidate them (ADR 25). */
export class Migration20261128083000_list_totals extends Migration {
  override up(): void {
    this.addSql(`create table "list_total" (
      "id" bigserial primary key,
      "workflow_id" bigint not null,
      "list" varchar(16) not null,
      "upto" timestamptz not null,
      "counts" jsonb not null
    )`);
    this.addSql(
      `alter table "list_total" add constraint "list_total_workflow_id_list_unique" unique ("workflow_id", "list")`,
    );
    this.addSql(
      `alter table "list_total" add constraint "list_total_workflow_id_foreign"
       foreign key ("workflow_id") references "workflow" ("id") on delete cascade`,
    );
    for (const { list, status, time } of lists) {
      const isOld = `old.${time} < (now() - '00:10:00'::interval)`;
      const isMoved = `old.${status} is distinct from new.${status} or old.${time} is distinct from new.${time}`;
      const triggers = [
        { name: `${list}_gone`, event: 'delete', when: isOld },
        { name: `${list}_moved`, event: 'update', when: `${isOld} and (${isMoved})` },
      ];
      for (const { name, event, when } of triggers) {
        const routine = `"${list}_${name}_fn"`;
        this.addSql(`create or replace function ${routine}() returns trigger as $$ begin
          if current_setting('list_total.${list}', true) is distinct from old.workflow_id::text then
            perform pg_advisory_xact_lock(hashtextextended('list_total.${list}', old.workflow_id));
            delete from list_total where list = '${list}' and workflow_id = old.workflow_id;
            perform set_config('list_total.${list}', old.workflow_id::text, true);
          end if; return null; end; $$ language plpgsql`);
        this.addSql(
          `create trigger "${name}" after ${event} on "${list}" for each row when (${when}) execute function ${routine}()`,
        );
      }
    }
  }

  override down(): void {
    for (const { list } of lists) {
      for (const name of [`${list}_gone`, `${list}_moved`]) {
        this.addSql(`drop trigger if exists "${name}" on "${list}"`);
        this.addSql(`drop function if exists "${list}_${name}_fn"()`);
      }
    }
    this.addSql(`drop table if exists "list_total" cascade`);
  }
}

const lists = [
  { list: 'webhook_event', status: 'dispatch', time: 'received_at' },
  { list: 'run', status: 'status', time: 'started_at' },
];
