/**
 * What operators can look runs up by in the engine's UI, besides the event id. The embedded server registers
 * them at start; a server of your own needs them once (`temporal operator search-attribute create`).
 */
export const SEARCH_ATTRIBUTES = {
  StampingWorkflow: 'Keyword',
  StampingAccount: 'Keyword',
  StampingFailedNode: 'Keyword',
} as const;

export type SearchAttributeName = keyof typeof SEARCH_ATTRIBUTES;
