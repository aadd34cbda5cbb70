import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Clock ticks per second in /proc; the same on every Linux. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process in bytes; null if the process has ended or the system does not report it. */
export async function findResidentMemory(pid: number): Promise<number | null> {
  try {
    const status =
      process.platform === 'linux' ? await readFile(`/proc/${pid}/status`, 'utf8') : await readPs(pid, 'rss');
    const kilobytes = /(?:VmRSS:|^)\s*(\d+)/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/** CPU time of a process in milliseconds; null if the process has ended or the system does not report it. */
export async function findCpuTime(pid: number): Promise<number | null> {
  try {
    const time =
      process.platform === 'linux'
        ? parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'))
        : parsePsTime(await readPs(pid, 'time'));
    return Number.isFinite(time) ? time : null;
  } catch {
    return null;
  }
}

/**
 * CPU time in milliseconds from /proc/PID/stat: the sum of utime and stime, values 14 and 15 (proc(5)). Value 2 is a
 * name in brackets that may contain spaces.
 */
export function parseProcStat(stat: string): number {
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(values[11]) + Number(values[12])) * 1000) / TICKS_PER_SECOND;
}

/** Milliseconds from the TIME column of ps: `[[days-]hours:]minutes:seconds`, with or without a fraction. */
export function parsePsTime(text: string): number {
  const [clock = '', days = '0'] = text.split('-').toReversed();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1000;
}

/** A column of the process table, for systems without /proc. Throws if the process has ended. */
async function readPs(pid: number, column: 'rss' | 'time'): Promise<string> {
  return (await run('ps', ['-o', `${column}=`, '-p', String(pid)], { env: {} })).stdout.trim();
}
