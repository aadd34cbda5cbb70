import { Migration } from '@mikro-orm/migrations';

/** Nodes that run once for each item of a loop, and e-mails of workflows, each queued once. */
export class Migration20261128071000_loops_and_mails extends Migration {
  override up(): void {
    this.addSql(`alter table "run_node" add column "item_index" int not null default -1`);
    this.addSql(`alter table "run_node" add column "items" text null`);
    this.addSql(`alter table "run_node" drop constraint "run_node_run_id_node_id_unique"`);
    this.addSql(
      `alter table "run_node" add constraint "run_node_run_id_node_id_item_index_unique" unique ("run_id", "node_id", "item_index")`,
    );
    this.addSql(`create table "workflow_mail" (
      "id" bigserial primary key,
      "run_id" bigint not null,
      "node_id" varchar(200) not null,
      "item_index" int not null default -1,
      "created_at" timestamptz not null default now()
    )`);
    this.addSql(
      `alter table "workflow_mail" add constraint "workflow_mail_run_id_node_id_item_index_unique" unique ("run_id", "node_id", "item_index")`,
    );
    this.addSql(
      `alter table "workflow_mail" add constraint "workflow_mail_run_id_foreign" foreign key ("run_id") references "run" ("id") on delete cascade`,
    );
    this.addSql(`alter table "outgoing_mail" add column "at_most_once" boolean not null default false`);
    this.addSql(`alter table "outgoing_mail" add column "handing_over" boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table "outgoing_mail" drop column "handing_over"`);
    this.addSql(`alter table "outgoing_mail" drop column "at_most_once"`);
    this.addSql(`drop table if exists "workflow_mail" cascade`);
    this.addSql(`delete from "run_node" where "item_index" >= 0`);
    this.addSql(`alter table "run_node" drop constraint "run_node_run_id_node_id_item_index_unique"`);
    this.addSql(
      `alter table "run_node" add constraint "run_node_run_id_node_id_unique" unique ("run_id", "node_id")`,
    );
    this.addSql(`alter table "run_node" drop column "items"`);
    this.addSql(`alter table "run_node" drop column "item_index"`);
  }
}
