import { Migration } from '@mikro-orm/migrations';

/**
 * Replaces leased slots by counters (ADR 9). Unlogged: a counter is written once a request or so, and after a crash of
 * PostgreSQL only the requests of the last two windows are forgotten.
 */
export class Migration20261128084000_rate_counters extends Migration {
  override up(): void {
    this.addSql(`drop table if exists "rate_window" cascade`);
    this.addSql(`create unlogged table "rate_counter" (
      "key" varchar(320) not null primary key,
      "window_start" bigint not null,
      "previous" int not null,
      "current" int not null,
      "granted" int not null,
      "expires_at" bigint not null
    )`);
    this.addSql(`create index "rate_counter_expires_at_index" on "rate_counter" ("expires_at")`);
  }

  override down(): void {
    this.addSql(`drop table if exists "rate_counter" cascade`);
    this.addSql(`create unlogged table "rate_window" (
      "key" varchar(320) not null primary key,
      "version" uuid not null default gen_random_uuid(),
      "slots" text not null,
      "free_at" bigint not null,
      "wanted_until" bigint null
    )`);
    this.addSql(`create index "rate_window_free_at_index" on "rate_window" ("free_at")`);
  }
}
