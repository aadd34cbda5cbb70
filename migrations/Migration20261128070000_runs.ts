import { Migration } from '@mikro-orm/migrations';

/** Replays and retries, their state in the outbox, the documents they reuse; dry runs. */
export class Migration20261128070000_runs extends Migration {
  override up(): void {
    for (const [table, name, type] of columns)
      this.addSql(`alter table "${table}" add column "${name}" ${type}`);
    for (const statement of statements) this.addSql(statement);
  }

  override down(): void {
    for (const table of ['document_reuse', 'dry_run_text'])
      this.addSql(`drop table if exists "${table}" cascade`);
    for (const index of ['run_pending_index', 'run_bulk_open_index'])
      this.addSql(`drop index if exists "${index}"`);
    for (const [table, name] of columns)
      this.addSql(`alter table "${table}" drop column if exists "${name}" cascade`);
  }
}

const columns = [
  ['run', 'kind', `varchar(8) not null default 'EVENT'`],
  ['run', 'source_run_id', 'bigint null'],
  ['run', 'is_bulk', 'boolean not null default false'],
  ['run', 'dispatch', 'varchar(8) null'],
  ['run', 'dispatch_attempts', 'int not null default 0'],
  ['run', 'leased_until', 'timestamptz null'],
  ['run', 'request_key', 'varchar(300) null'],
  ['document', 'warnings', 'text null'],
] as const;

const statements = [
  `create index "run_source_run_id_index" on "run" ("source_run_id")`,
  `create index "run_pending_index" on "run" ("id") where dispatch = 'PENDING'`,
  `create index "run_bulk_open_index" on "run" ("id") where is_bulk and ended_at is null`,
  `alter table "run" add constraint "run_event_id_request_key_unique" unique ("event_id", "request_key")`,
  `create table "document_reuse" (
    "id" bigserial primary key,
    "run_id" bigint not null,
    "document_id" bigint not null
  )`,
  `create index "document_reuse_document_id_index" on "document_reuse" ("document_id")`,
  `alter table "document_reuse" add constraint "document_reuse_run_id_document_id_unique" unique ("run_id", "document_id")`,
  `create table "dry_run_text" (
    "id" bigserial primary key,
    "run_id" varchar(30) not null,
    "node_id" varchar(200) not null,
    "item_index" int not null default -1,
    "input" text null,
    "output" text null,
    "created_at" timestamptz not null default now()
  )`,
  `create index "dry_run_text_created_at_index" on "dry_run_text" ("created_at")`,
  `alter table "dry_run_text" add constraint "dry_run_text_run_id_node_id_item_index_unique" unique ("run_id", "node_id", "item_index")`,
  `alter table "run" add constraint "run_source_run_id_foreign" foreign key ("source_run_id") references "run" ("id") on delete set null`,
  `alter table "document_reuse" add constraint "document_reuse_run_id_foreign" foreign key ("run_id") references "run" ("id") on delete cascade`,
  `alter table "document_reuse" add constraint "document_reuse_document_id_foreign" foreign key ("document_id") references "document" ("id") on delete cascade`,
];
