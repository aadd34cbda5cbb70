import { Migration } from '@mikro-orm/migrations';

/** Links that verify an address or reset a password, and accounts that wait for their first verification. */
export class Migration20261128052000_account_tokens extends Migration {
  override up(): void {
    this.addSql(
      `alter table "user_account" add column "registration_pending" boolean not null default false`,
    );
    this.addSql(`create table "account_token" (
      "id" bigserial primary key,
      "user_id" bigint not null,
      "purpose" varchar(16) not null,
      "token_hash" varchar(64) not null,
      "email" varchar(254) not null,
      "password_hash" text null,
      "created_at" timestamptz not null default now(),
      "expires_at" timestamptz not null
    )`);
    this.addSql(`create index "account_token_user_id_index" on "account_token" ("user_id")`);
    this.addSql(
      `alter table "account_token" add constraint "account_token_token_hash_unique" unique ("token_hash")`,
    );
    this.addSql(
      `alter table "account_token" add constraint "account_token_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "account_token" cascade`);
    this.addSql(`alter table "user_account" drop column if exists "registration_pending"`);
  }
}
