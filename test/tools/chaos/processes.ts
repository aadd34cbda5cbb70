import { readdir, readFile, readlink } from 'node:fs/promises';

/** A process and everything it has started, parents first. Servers start sessions of their own, so a group is not enough. */
export async function familyOf(pid: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The command's name, in brackets, may hold anything.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [pid];
  for (const member of family) family.push(...(children.get(member) ?? []));
  return family;
}

/** Whether a process works on this folder: an id that was noted a while ago may be a stranger's by now. */
export async function belongsTo(pid: number, folder: string): Promise<boolean> {
  const tells = [
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    readFile(`/proc/${pid}/environ`, 'utf8'),
    readlink(`/proc/${pid}/cwd`),
  ].map((tell) => tell.catch(() => ''));
  return (await Promise.all(tells)).some((text) => text.includes(folder));
}

/** Sends a signal; false when there is no such process any more. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
