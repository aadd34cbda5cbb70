import { Migration } from '@mikro-orm/migrations';

/** Mails of workflows are sent by account in turn, after those of the service, and counted by account and day. */
export class Migration20261128087000_mails_by_account extends Migration {
  override up(): void {
    this.addSql(`alter table "outgoing_mail" add column "account" varchar(30) null`);
    this.addSql(
      `create index "outgoing_mail_service_index" on "outgoing_mail" ("next_attempt_at") where account is null`,
    );
    this.addSql(`create index "outgoing_mail_account_index" on "outgoing_mail" ("account", "next_attempt_at")
      where account is not null and next_attempt_at is not null`);
    this.addSql(`drop index "outgoing_mail_next_attempt_at_index"`);
    this.addSql(`alter table "run" add column "mails" int not null default 0`);
    this.addSql(`alter table "plan" add column "mails_per_day" int null`);
    this.addSql(`create table "mail_day" (
      "id" bigserial primary key,
      "account" varchar(30) not null,
      "day" date not null,
      "mails" int not null
    ) with (fillfactor = 50)`);
    this.addSql(
      `alter table "mail_day" add constraint "mail_day_account_day_unique" unique ("account", "day")`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "mail_day" cascade`);
    this.addSql(`alter table "plan" drop column "mails_per_day"`);
    this.addSql(`alter table "run" drop column "mails"`);
    this.addSql(`create index "outgoing_mail_next_attempt_at_index" on "outgoing_mail" ("next_attempt_at")`);
    this.addSql(`drop index "outgoing_mail_account_index"`);
    this.addSql(`drop index "outgoing_mail_service_index"`);
    this.addSql(`alter table "outgoing_mail" drop column "account"`);
  }
}
