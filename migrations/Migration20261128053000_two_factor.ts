import { Migration } from '@mikro-orm/migrations';

/** Two-factor log-in. */
export class Migration20261128053000_two_factor extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }

  override down(): void {
    for (const table of ['login_challenge', 'backup_code', 'two_factor']) {
      this.addSql(`drop table if exists "${table}" cascade`);
    }
  }
}

const statements = [
  `create table "two_factor" (
    "id" bigserial primary key,
    "user_id" bigint not null,
    "pending_secret" text null,
    "last_step" bigint null,
    "failures" int not null default 0,
    "locked_until" timestamptz null
  )`,
  `alter table "two_factor" add constraint "two_factor_user_id_unique" unique ("user_id")`,
  `create table "backup_code" (
    "id" bigserial primary key,
    "user_id" bigint not null,
    "code_hash" varchar(64) not null
  )`,
  `alter table "backup_code" add constraint "backup_code_user_id_code_hash_unique" unique ("user_id", "code_hash")`,
  `create table "login_challenge" (
    "id" bigserial primary key,
    "user_id" bigint not null,
    "token_hash" varchar(64) not null,
    "expires_at" timestamptz not null
  )`,
  `create index "login_challenge_user_id_index" on "login_challenge" ("user_id")`,
  `alter table "login_challenge" add constraint "login_challenge_token_hash_unique" unique ("token_hash")`,
  `alter table "two_factor" add constraint "two_factor_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade`,
  `alter table "backup_code" add constraint "backup_code_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade`,
  `alter table "login_challenge" add constraint "login_challenge_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade`,
];
