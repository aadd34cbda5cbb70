import { Migration } from '@mikro-orm/migrations';

/** A rejected start is attempted again at `retry_at`. Until now its lease was extended, as if a process were at work. */
export class Migration20261128086000_retries_of_starts extends Migration {
  override up(): void {
    this.addSql(`alter table "run" add column "retry_at" timestamptz null`);
  }

  override down(): void {
    this.addSql(`alter table "run" drop column "retry_at"`);
  }
}
