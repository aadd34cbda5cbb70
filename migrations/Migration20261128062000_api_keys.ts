import { Migration } from '@mikro-orm/migrations';

/** Keys for programs. */
export class Migration20261128062000_api_keys extends Migration {
  override up(): void {
    this.addSql(`create table "api_key" (
      "id" bigserial primary key,
      "public_id" varchar(30) not null,
      "user_id" bigint not null,
      "name" varchar(100) not null,
      "secret_hash" varchar(64) not null,
      "scopes" text[] not null,
      "created_at" timestamptz not null,
      "expires_at" timestamptz null,
      "last_used_at" timestamptz null
    )`);
    this.addSql(`alter table "api_key" add constraint "api_key_public_id_unique" unique ("public_id")`);
    this.addSql(`alter table "api_key" add constraint "api_key_secret_hash_unique" unique ("secret_hash")`);
    this.addSql(`create index "api_key_user_id_id_index" on "api_key" ("user_id", "id")`);
    this.addSql(
      `alter table "api_key" add constraint "api_key_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "api_key" cascade`);
  }
}
