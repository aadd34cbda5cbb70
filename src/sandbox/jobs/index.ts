import { flushCompileCache } from '../../infra/compile-cache.ts';
import type { JobHandlers } from './job-types.ts';
import { spoolJob } from './spool-job.ts';

/**
 * The jobs of a sandbox process. The code that reads PDFs takes five times as long to load as the code that reads tables,
 * so it is loaded by the first job that needs it.
 */
export const jobHandlers: JobHandlers = {
  spool: spoolJob,
  inspect: async (input) => (await load(import('./inspect-job.ts'))).inspectJob(input),
  render: async (input) => (await load(import('./render-job.ts'))).renderJob(input),
};

async function load<Module>(loading: Promise<Module>): Promise<Module> {
  const loaded = await loading;
  flushCompileCache();
  return loaded;
}
