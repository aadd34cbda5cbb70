import { readFile } from 'node:fs/promises';
import { processTree } from '../tools/chaos/processes.ts';

/** Linux counts in hundredths of a second, whatever its clock. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process with all its threads has taken, its children not. Linux only. */
export async function processorTime(pid: number): Promise<number> {
  return (await readTicks(pid)).own * TICK_MS;
}

/** The same of processes and all they started, those that have ended included. */
export async function processorTimeOfFamilies(pids: readonly number[]): Promise<number> {
  const members = new Set((await Promise.all(pids.map(processTree))).flat());
  const times = await Promise.all([...members].map(readTicks));
  return times.reduce((sum, { own, ended }) => sum + own + ended, 0) * TICK_MS;
}

/** Of the process, and of its children that have ended and been waited for; proc_pid_stat(5). 0 when it is gone. */
async function readTicks(pid: number): Promise<{ own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The fields behind the command's name, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const sum = (from: number) => Number(fields[from] ?? 0) + Number(fields[from + 1] ?? 0);
  return { own: sum(11), ended: sum(13) };
}
