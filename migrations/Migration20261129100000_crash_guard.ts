import { Migration } from '@mikro-orm/migrations';

/** Processes with a worker, and nodes that were at work alone when their process ended (ADR 36). */
export class Migration20261129100000_crash_guard extends Migration {
  override up(): void {
    this.addSql(`create table "worker_process" (
      "id" varchar(36) not null primary key,
      "seen_at" timestamptz not null,
      "died_at" timestamptz null
    )`);
    this.addSql(`create table "node_crash" (
      "run_public_id" varchar(30) not null,
      "node" text not null,
      "starts" int not null,
      "started_at" timestamptz not null,
      primary key ("run_public_id", "node")
    )`);
  }

  override down(): void {
    this.addSql(`drop table if exists "node_crash" cascade`);
    this.addSql(`drop table if exists "worker_process" cascade`);
  }
}
