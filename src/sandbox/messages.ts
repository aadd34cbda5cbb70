import type { JobName } from './jobs/job-types.ts';
import type { SerializedError } from './serialize-error.ts';

export interface JobRequest {
  id: number;
  name: JobName;
  input: unknown;
}

type JobResponse =
  | { id: number; progress: unknown }
  | { id: number; output: unknown }
  | { id: number; error: SerializedError };

/** Messages of a child: `ready` once, then for each job any number of `progress` and one `output` or `error`. */
export type ChildMessage = { ready: true } | JobResponse;
