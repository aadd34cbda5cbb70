/**
 * Search attributes of runs in Temporal, besides the event id. The embedded server registers them at start; an external
 * server needs them once (`temporal operator search-attribute create`).
 */
export const SEARCH_ATTRIBUTES = {
  StampingWorkflow: 'Keyword',
  StampingAccount: 'Keyword',
  StampingFailedNode: 'Keyword',
} as const;

export type SearchAttributeName = keyof typeof SEARCH_ATTRIBUTES;
