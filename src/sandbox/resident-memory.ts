import { readFile } from 'node:fs/promises';
import { askPs } from './ask-ps.ts';

/** Resident memory of a process in bytes; null when it is gone or the system does not tell. */
export async function findResidentMemory(pid: number): Promise<number | null> {
  try {
    const status =
      process.platform === 'linux' ? await readFile(`/proc/${pid}/status`, 'utf8') : await askPs(pid, 'rss');
    const kilobytes = /(?:VmRSS:|^)\s*(\d+)/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
