/** Tables whose rows are counted by workflow. */
export type CountedTable = 'webhook_event' | 'run';

/** `time`: rows older than some instant have a cached count. `status`: they are counted by it; null: all together. */
export const columnsOf = {
  webhook_event: { status: null, time: 'received_at' },
  run: { status: 'status', time: 'started_at' },
} as const satisfies Record<CountedTable, { status: string | null; time: string }>;

/**
 * SQL that locks the count of a table for the rest of the transaction. Transactions that count and those that change
 * old rows exclude each other, so that a count made before a change was committed is not cached after it.
 */
export function lockCount(table: CountedTable, workflowId: string): string {
  return `pg_advisory_xact_lock(hashtextextended('list_total.${table}', ${workflowId}))`;
}
