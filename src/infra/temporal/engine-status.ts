/** How the engine sees a run. */
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

/** The engine's own word for a status as ours. */
export function knownStatus(name: string): EngineStatus {
  return statuses.includes(name) ? (name as EngineStatus) : 'OTHER';
}
