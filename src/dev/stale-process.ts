import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCode } from '../infra/error-code.ts';

interface StaleProcess {
  pid: number;
  /** Text that its command line must contain, such as its data folder, because process ids are reused. */
  marker: string;
  stopSignal: NodeJS.Signals;
}

/**
 * Ends a program that an earlier start left running, if the process with that id is still that program. Returns whether
 * there was one. Throws when it does not end.
 */
export async function endStaleProcess({ pid, marker, stopSignal }: StaleProcess): Promise<boolean> {
  if (!(await isRunningWith(pid, marker))) return false;
  signalTo(pid, stopSignal);
  if (await endsWithin(pid, marker, 10_000)) return true;
  signalTo(pid, 'SIGKILL');
  if (await endsWithin(pid, marker, 5_000)) return true;
  throw new Error(`Process ${pid} of an earlier start does not end. End it and start again.`);
}

async function endsWithin(pid: number, marker: string, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline) {
    if (!(await isRunningWith(pid, marker))) return true;
    await delay(30);
  }
  return false;
}

/** Whether a process with this id runs and its command line has this text. */
export async function isRunningWith(pid: number, marker: string): Promise<boolean> {
  return (await findCommandLine(pid))?.includes(marker) ?? false;
}

/** The command line of a running process, or null when there is none. A zombie counts as ended. */
async function findCommandLine(pid: number): Promise<string | null> {
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')) || null;
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      env: {},
    });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return;
    throw new Error(`Process ${pid} of an earlier start belongs to another user. End it and start again.`, {
      cause: error,
    });
  }
}
