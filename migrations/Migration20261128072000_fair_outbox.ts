import { Migration } from '@mikro-orm/migrations';

/** The outbox is searched workflow by workflow, so that accounts can alternate. */
export class Migration20261128072000_fair_outbox extends Migration {
  override up(): void {
    this.addSql(`drop index "webhook_event_pending_index"`);
    this.addSql(
      `create index "webhook_event_pending_index" on "webhook_event" ("workflow_id", "id") where dispatch = 'PENDING'`,
    );
  }

  override down(): void {
    this.addSql(`drop index "webhook_event_pending_index"`);
    this.addSql(
      `create index "webhook_event_pending_index" on "webhook_event" ("id") where dispatch = 'PENDING'`,
    );
  }
}
