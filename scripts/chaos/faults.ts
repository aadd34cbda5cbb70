import { setTimeout as delay } from 'node:timers/promises';
import type { Draw } from '../make-examples/random.ts';
import { familyOf, signalTo } from './processes.ts';
import type { RefusingFolder } from './refusing-folder.ts';
import type { Part } from './topology.ts';

export interface FaultCounts {
  kills: Record<string, number>;
  pauses: number;
  refusals: number;
}

export interface FaultOptions {
  parts: readonly Part[];
  documents: RefusingFolder;
  random: Draw;
  /** How many processes to kill. */
  kills: number;
  onFault: (what: string) => void;
}

/** Kills, pauses and refuses at random moments until enough processes were killed. All is running again afterwards. */
export async function makeFaults(options: FaultOptions): Promise<FaultCounts> {
  const { parts, documents, random, kills, onFault } = options;
  const counts: FaultCounts = { kills: {}, pauses: 0, refusals: 0 };
  let killed = 0;

  const kill = async () => {
    const part = random.pick(parts);
    const pid = await part.pid();
    if (pid === null || !signalTo(pid, 'SIGKILL')) return;
    killed += 1;
    counts.kills[part.name] = (counts.kills[part.name] ?? 0) + 1;
    onFault(`kill ${part.name}`);
  };

  const pause = async () => {
    const part = random.pick(parts);
    const pid = await part.pid();
    if (pid === null) return;
    const ms = random.between(200, 3_000);
    const family = await familyOf(pid);
    onFault(`pause ${part.name} for ${ms} ms`);
    for (const member of family) signalTo(member, 'SIGSTOP');
    await delay(ms);
    for (const member of family) signalTo(member, 'SIGCONT');
    counts.pauses += 1;
  };

  const refuse = async () => {
    const ms = random.between(300, 3_000);
    onFault(`no documents can be written for ${ms} ms`);
    await documents.refuse();
    await delay(ms);
    await documents.allow();
    counts.refusals += 1;
  };

  while (killed < kills) {
    await delay(random.between(100, 2_500));
    const dice = random.between(1, 10);
    if (dice <= 7) await kill();
    else if (dice <= 9) await pause();
    else await refuse();
    // Two at once now and then: what one lost the other may be about to tell.
    if (dice === 1 && killed < kills) await kill();
  }
  return counts;
}
