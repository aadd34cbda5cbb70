import { Migration } from '@mikro-orm/migrations';

/** The audit trail, and indexes for what administrators ask about accounts. */
export class Migration20261128050000_administration extends Migration {
  override up(): void {
    // Trusted since PostgreSQL 13: the owner of the database may create it.
    this.addSql('create extension if not exists pg_trgm');
    for (const statement of statements) this.addSql(statement);
  }

  override down(): void {
    for (const index of indexes) this.addSql(`drop index if exists "${index}"`);
    this.addSql('drop table if exists "audit_entry" cascade');
    this.addSql('drop extension if exists pg_trgm');
  }
}

const statements = [
  `create table "audit_entry" (
    "id" bigserial primary key,
    "at" timestamptz not null,
    "actor_id" varchar(30) not null,
    "actor_email" varchar(254) not null,
    "action" varchar(40) not null,
    "target_id" varchar(30) not null,
    "target_name" varchar(254) not null,
    "changes" jsonb null,
    "ip" varchar(64) not null,
    "user_agent" varchar(300) null,
    "request_id" varchar(64) not null
  )`,
  `create index "audit_entry_actor_id_id_index" on "audit_entry" ("actor_id", "id")`,
  `create index "audit_entry_target_id_id_index" on "audit_entry" ("target_id", "id")`,
  `create index "audit_entry_action_id_index" on "audit_entry" ("action", "id")`,
  `create index "audit_entry_at_index" on "audit_entry" ("at")`,
  `create index "user_account_search_index" on "user_account" using gin ("email" gin_trgm_ops, "public_id" gin_trgm_ops)`,
  `create index "user_account_super_admin_index" on "user_account" ("id") where application_role = 'SUPER_ADMIN' and is_enabled`,
  `create index "refresh_token_live_index" on "refresh_token" ("user_id") where revoked_at is null`,
];

const indexes = ['user_account_search_index', 'user_account_super_admin_index', 'refresh_token_live_index'];
