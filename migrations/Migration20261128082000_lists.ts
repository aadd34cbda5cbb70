import { Migration } from '@mikro-orm/migrations';

/** Runs and events of a workflow by status and by time, however many there are of others. */
export class Migration20261128082000_lists extends Migration {
  override up(): void {
    this.addSql(
      `create index "webhook_event_workflow_id_received_at_dispatch_index" on "webhook_event" ("workflow_id", "received_at", "dispatch")`,
    );
    this.addSql(`create index "run_workflow_id_status_id_index" on "run" ("workflow_id", "status", "id")`);
    this.addSql(`create index "run_workflow_id_started_at_index" on "run" ("workflow_id", "started_at")`);
  }

  override down(): void {
    this.addSql(`drop index "run_workflow_id_started_at_index"`);
    this.addSql(`drop index "run_workflow_id_status_id_index"`);
    this.addSql(`drop index "webhook_event_workflow_id_received_at_dispatch_index"`);
  }
}
