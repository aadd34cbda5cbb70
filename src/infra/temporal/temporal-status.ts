/** The status of a workflow in Temporal. */
export type TemporalStatus =
  | 'RUNNING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'TERMINATED'
  | 'TIMED_OUT'
  | 'OTHER';

const statuses: readonly string[] = [
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'TERMINATED',
  'TIMED_OUT',
];

/** Temporal's name of a status as a TemporalStatus. */
export function knownStatus(name: string): TemporalStatus {
  return statuses.includes(name) ? (name as TemporalStatus) : 'OTHER';
}
