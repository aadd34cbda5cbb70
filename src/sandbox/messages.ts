import type { JobName } from './jobs/job-types.ts';
import type { WireError } from './wire-error.ts';

export interface JobRequest {
  id: number;
  name: JobName;
  input: unknown;
}

export type JobResponse =
  | { id: number; progress: unknown }
  | { id: number; output: unknown }
  | { id: number; error: WireError };

/** What a child sends: first that it can take jobs, then an answer to each, with news before it. */
export type ChildMessage = { ready: true } | JobResponse;
