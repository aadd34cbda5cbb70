import { Migration } from '@mikro-orm/migrations';

/** Members of an organization are paged in the order of their index. */
export class Migration20261128073000_member_pages extends Migration {
  override up(): void {
    this.addSql(
      `create index "membership_organization_id_id_index" on "membership" ("organization_id", "id")`,
    );
    this.addSql(`drop index "membership_organization_id_index"`);
  }

  override down(): void {
    this.addSql(`create index "membership_organization_id_index" on "membership" ("organization_id")`);
    this.addSql(`drop index "membership_organization_id_id_index"`);
  }
}
