import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** Milliseconds of processor time that a process with all its threads has taken, its children not. Linux only. */
export function processorTime(pid: number): number {
  return readStat(pid)?.own ?? 0;
}

/** The same of a process and its children, those that have ended included. */
export function processorTimeWithChildren(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid);
  const stat = readStat(pid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), (stat?.own ?? 0) + (stat?.ended ?? 0));
}

interface Stat {
  parent: number;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

/** Null when there is no such process any more. */
function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields behind the command's name, which may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const sum = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * TICK_MS;
    return { parent: fields[1] ?? 0, own: sum(11), ended: sum(13) };
  } catch {
    return null;
  }
}
