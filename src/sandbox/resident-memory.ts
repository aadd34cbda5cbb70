import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Resident memory of a process in bytes; null when it is gone or the system does not tell. */
export async function findResidentMemory(pid: number): Promise<number | null> {
  try {
    const status =
      process.platform === 'linux' ? await readFile(`/proc/${pid}/status`, 'utf8') : await askPs(pid);
    const kilobytes = /(?:VmRSS:|^)\s*(\d+)/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

async function askPs(pid: number): Promise<string> {
  return (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
}
