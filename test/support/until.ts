import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition holds; fails after `withinMs`. Its length decides nothing but how a failure ends. */
export async function until(condition: () => Promise<boolean> | boolean, withinMs = 500_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`did not come true within ${withinMs} ms: ${condition}`);
    await delay(20);
  }
}

/** Whether a process with this id runs. One that ended and waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
