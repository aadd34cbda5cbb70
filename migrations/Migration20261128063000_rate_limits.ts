import { Migration } from '@mikro-orm/migrations';

/**
 * State of the rate limits, shared by API processes. Unlogged: after a crash of PostgreSQL it is empty.
 */
export class Migration20261128063000_rate_limits extends Migration {
  override up(): void {
    this.addSql(`create unlogged table "rate_window" (
      "key" varchar(320) not null primary key,
      "version" uuid not null default gen_random_uuid(),
      "slots" text not null,
      "free_at" bigint not null,
      "wanted_until" bigint null
    )`);
    this.addSql(`create index "rate_window_free_at_index" on "rate_window" ("free_at")`);
  }

  override down(): void {
    this.addSql(`drop table if exists "rate_window" cascade`);
  }
}
