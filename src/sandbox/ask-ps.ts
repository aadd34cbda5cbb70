import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One column of the process table, where the system has no /proc. Throws when the process is gone. */
export async function askPs(pid: number, column: 'rss' | 'time'): Promise<string> {
  return (await run('ps', ['-o', `${column}=`, '-p', String(pid)])).stdout.trim();
}
