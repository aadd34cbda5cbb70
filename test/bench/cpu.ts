import { readFile } from 'node:fs/promises';
import { familyOf } from '../../scripts/chaos/processes.ts';

/** Linux counts in hundredths of a second, whatever its clock. */
const TICKS = 100;

/** Seconds of processor time that these processes and all they started have used so far, ended ones included. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const members = new Set((await Promise.all(pids.map(familyOf))).flat());
  const times = await Promise.all([...members].map(ticksOf));
  return times.reduce((sum, ticks) => sum + ticks, 0) / TICKS;
}

/** User and system time of a process and of its children that have ended and been waited for; proc_pid_stat(5). */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}
