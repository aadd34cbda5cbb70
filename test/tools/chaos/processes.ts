import { readdir, readFile, readlink } from 'node:fs/promises';

/** A process and all its descendants, parents first. Servers start sessions, so a process group does not cover them. */
export async function processTree(pid: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The command name, in parentheses, may contain any character.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const member of tree) tree.push(...(children.get(member) ?? []));
  return tree;
}

/** Whether a process uses this folder. The system may have given a recorded process id to another program. */
export async function belongsTo(pid: number, folder: string): Promise<boolean> {
  const sources = [
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    readFile(`/proc/${pid}/environ`, 'utf8'),
    readlink(`/proc/${pid}/cwd`),
  ].map((source) => source.catch(() => ''));
  return (await Promise.all(sources)).some((text) => text.includes(folder));
}

/** Sends a signal. Returns false if the process no longer exists. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
