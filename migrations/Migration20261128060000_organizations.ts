import { Migration } from '@mikro-orm/migrations';

/** Profiles of organizations, and invitations to them. */
export class Migration20261128060000_organizations extends Migration {
  override up(): void {
    for (const [name, type] of columns) {
      this.addSql(`alter table "organization" add column "${name}" ${type} null`);
    }
    for (const statement of statements) this.addSql(statement);
  }

  override down(): void {
    for (const table of ['invitation_token', 'invitation']) {
      this.addSql(`drop table if exists "${table}" cascade`);
    }
    this.addSql('drop index if exists "organization_search_index"');
    for (const [name] of columns) this.addSql(`alter table "organization" drop column if exists "${name}"`);
  }
}

const columns = [
  ['display_name', 'varchar(200)'],
  ['description', 'text'],
  ['email', 'varchar(254)'],
  ['billing_email', 'varchar(254)'],
  ['phone', 'varchar(50)'],
  ['website', 'text'],
  ['address', 'text'],
  ['admin_contact_name', 'varchar(200)'],
  ['admin_contact_email', 'varchar(254)'],
  ['admin_contact_phone', 'varchar(50)'],
] as const;

const statements = [
  `create index "organization_search_index" on "organization" using gin (lower("name") gin_trgm_ops, "public_id" gin_trgm_ops)`,
  `create table "invitation" (
    "id" bigserial primary key,
    "public_id" varchar(30) not null,
    "organization_id" bigint not null,
    "email" varchar(254) not null,
    "role" varchar(16) not null,
    "status" varchar(16) not null default 'PENDING',
    "invited_by" varchar(254) not null,
    "created_at" timestamptz not null default now(),
    "expires_at" timestamptz not null
  )`,
  `alter table "invitation" add constraint "invitation_public_id_unique" unique ("public_id")`,
  `create index "invitation_organization_id_id_index" on "invitation" ("organization_id", "id")`,
  `create unique index "invitation_pending_index" on "invitation" ("organization_id", "email") where status = 'PENDING'`,
  `create table "invitation_token" (
    "id" bigserial primary key,
    "invitation_id" bigint not null,
    "token_hash" varchar(64) not null
  )`,
  `create index "invitation_token_invitation_id_index" on "invitation_token" ("invitation_id")`,
  `alter table "invitation_token" add constraint "invitation_token_token_hash_unique" unique ("token_hash")`,
  `alter table "invitation" add constraint "invitation_organization_id_foreign" foreign key ("organization_id") references "organization" ("id") on delete cascade`,
  `alter table "invitation_token" add constraint "invitation_token_invitation_id_foreign" foreign key ("invitation_id") references "invitation" ("id") on delete cascade`,
];
