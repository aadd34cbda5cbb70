import { Migration } from '@mikro-orm/migrations';

/** A document that waits under a limit knows its template, because who pays for it may change meanwhile. */
export class Migration20261128074000_payer_of_waits extends Migration {
  override up(): void {
    this.addSql(`alter table "limit_wait" add column "template_public_id" varchar(30) null`);
  }

  override down(): void {
    this.addSql(`alter table "limit_wait" drop column "template_public_id"`);
  }
}
