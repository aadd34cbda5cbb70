import { Migration } from '@mikro-orm/migrations';

/** A run belongs to the trace of the request that brought its event, whichever process starts it, and when. */
export class Migration20261128080000_trace_of_events extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_event" add column "traceparent" varchar(55) null`);
  }

  override down(): void {
    this.addSql(`alter table "webhook_event" drop column "traceparent"`);
  }
}
