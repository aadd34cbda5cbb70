import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JobName, Jobs, SpoolInput } from '../../../src/sandbox/jobs/job-types.ts';
import type { JobOptions, Sandbox, SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import type { SandboxFailure } from '../../../src/sandbox/sandbox-error.ts';
import { SandboxError } from '../../../src/sandbox/sandbox-error.ts';
import { DEFAULT_TABLE_LIMITS } from '../../../src/tables/types.ts';

export const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

interface Workspace {
  folder: string;
  sandbox: Omit<Sandbox, 'run'> & {
    /** A job of the account "anna" unless `options` names another one. */
    run<Name extends JobName>(
      name: Name,
      input: Jobs[Name]['input'],
      options?: Partial<JobOptions<Name>>,
    ): Promise<Jobs[Name]['output']>;
  };
  spoolInput(tablePath: string): SpoolInput;
  /** A file that gives no byte and no end: reading it hangs for as long as it is let. */
  endlessFile(): string;
}

/** Runs a test with a sandbox and a folder of its own; both are gone afterwards. */
export async function withSandbox(
  options: Partial<SandboxOptions>,
  test: (workspace: Workspace) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const sandbox = createSandbox({
    processes: 1,
    maxQueue: 10,
    jobsPerProcess: 100,
    timeoutMs: 20_000,
    maxMemoryBytes: 512 * 1024 * 1024,
    ...options,
  });
  try {
    await test({
      folder,
      sandbox: {
        ...sandbox,
        run: (name, input, options = {}) => sandbox.run(name, input, { owner: 'anna', ...options }),
      },
      spoolInput: (tablePath) => ({
        tablePath,
        rowFilePath: join(folder, 'rows'),
        batchRows: 2,
        headRows: 0,
        limits: DEFAULT_TABLE_LIMITS,
      }),
      endlessFile: () => {
        const path = join(folder, 'endless');
        execFileSync('mkfifo', [path]);
        return path;
      },
    });
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}

export async function failureOf(job: Promise<unknown>): Promise<SandboxFailure> {
  const error = await job.then(
    () => new Error('The job succeeded.'),
    (reason: unknown) => reason,
  );
  if (error instanceof SandboxError) return error.failure;
  throw error;
}

/** Process ids of the sandbox children of a process, from the process table of Linux. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isSandboxOf(parent, name))
    .map(Number);
}

function isSandboxOf(parent: number, pid: string): boolean {
  try {
    const isChild = new RegExp(`^PPid:\\s+${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/child.ts');
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
