import { inspectJob } from './inspect-job.ts';
import type { JobHandlers } from './job-types.ts';
import { renderJob } from './render-job.ts';
import { spoolJob } from './spool-job.ts';

/** The jobs of a sandbox process. */
export const jobHandlers: JobHandlers = { inspect: inspectJob, render: renderJob, spool: spoolJob };
