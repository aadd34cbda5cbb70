/** The status of a workflow in Temporal. */
export type EngineStatus =
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

/** Temporal's name of a status as an EngineStatus. */
export function knownStatus(name: string): EngineStatus {
  return statuses.includes(name) ? (name as EngineStatus) : 'OTHER';
}
