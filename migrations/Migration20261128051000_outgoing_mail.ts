import { Migration } from '@mikro-orm/migrations';

/** Queue of outgoing e-mails. */
export class Migration20261128051000_outgoing_mail extends Migration {
  override up(): void {
    this.addSql(`create table "outgoing_mail" (
      "id" bigserial primary key,
      "message_id" uuid not null,
      "kind" varchar(40) not null,
      "recipient" varchar(254) not null,
      "params" text not null default '{}',
      "created_at" timestamptz not null default now(),
      "attempts" int not null default 0,
      "next_attempt_at" timestamptz null,
      "last_error" text null
    )`);
    this.addSql(
      `alter table "outgoing_mail" add constraint "outgoing_mail_message_id_unique" unique ("message_id")`,
    );
    this.addSql(`create index "outgoing_mail_next_attempt_at_index" on "outgoing_mail" ("next_attempt_at")`);
  }

  override down(): void {
    this.addSql(`drop table if exists "outgoing_mail" cascade`);
  }
}
