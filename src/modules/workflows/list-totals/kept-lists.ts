/** The lists of a workflow whose length is kept, named as their tables. */
export type KeptList = 'webhook_event' | 'run';

/** The columns by which a list is counted. */
export const columnsOf = {
  webhook_event: { status: 'dispatch', time: 'received_at' },
  run: { status: 'status', time: 'started_at' },
} as const satisfies Record<KeptList, { status: string; time: string }>;

/**
 * SQL by which a transaction waits for its turn at the total of a list. Whoever counts and whoever changes what is counted
 * take turns: without it a total could be kept that was counted before the change was committed.
 */
export function takeTurn(list: KeptList, workflowId: string): string {
  return `pg_advisory_xact_lock(hashtextextended('list_total.${list}', ${workflowId}))`;
}
