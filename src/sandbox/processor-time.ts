import { readFile } from 'node:fs/promises';
import { askPs } from './ask-ps.ts';

/** Clock ticks a second in /proc; the same on every Linux. */
const TICKS = 100;

/** Processor time a process has had, in milliseconds; null when it is gone or the system does not tell. */
export async function findProcessorTime(pid: number): Promise<number | null> {
  try {
    const time =
      process.platform === 'linux'
        ? parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'))
        : parsePsTime(await askPs(pid, 'time'));
    return Number.isFinite(time) ? time : null;
  } catch {
    return null;
  }
}

/** User and system time are the 14th and 15th value (proc(5)); the 2nd, a name in brackets, may hold spaces. */
export function parseProcStat(stat: string): number {
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(values[11]) + Number(values[12])) * 1000) / TICKS;
}

/** `[[days-]hours:]minutes:seconds`, with or without a fraction. */
export function parsePsTime(text: string): number {
  const [clock = '', days = '0'] = text.split('-').toReversed();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1000;
}
