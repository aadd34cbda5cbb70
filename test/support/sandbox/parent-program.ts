/** A program that reads an endless file in a sandbox, to be killed in the middle of it. */
import type { SpoolInput } from '../../../src/sandbox/jobs/job-types.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';

const sandbox = createSandbox({
  processes: 1,
  maxQueue: 1,
  jobsPerProcess: 1,
  timeoutMs: 600_000,
  maxMemoryBytes: 512 * 1024 * 1024,
});
await sandbox.run('spool', JSON.parse(process.argv[2] ?? '{}') as SpoolInput, { owner: 'anna' });
