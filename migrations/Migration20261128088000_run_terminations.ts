import { Migration } from '@mikro-orm/migrations';

/** Runs that an operator has ended, until Temporal has ended them too. */
export class Migration20261128088000_run_terminations extends Migration {
  override up(): void {
    this.addSql(`create table "run_termination" (
      "run_id" bigint not null primary key,
      "created_at" timestamptz not null default now(),
      "done_at" timestamptz null
    )`);
    this.addSql(`alter table "run_termination" add constraint "run_termination_run_id_foreign"
      foreign key ("run_id") references "run" ("id") on update cascade on delete cascade`);
  }

  override down(): void {
    this.addSql(`drop table if exists "run_termination" cascade`);
  }
}
