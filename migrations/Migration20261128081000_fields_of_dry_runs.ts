import { Migration } from '@mikro-orm/migrations';

/** Field values of the documents of a dry run, to compare two of them. */
export class Migration20261128081000_fields_of_dry_runs extends Migration {
  override up(): void {
    this.addSql(`alter table "dry_run_text" add column "fields" text null`);
  }

  override down(): void {
    this.addSql(`alter table "dry_run_text" drop column "fields"`);
  }
}
