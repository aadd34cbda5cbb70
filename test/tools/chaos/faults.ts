import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Draw } from '../../../scripts/generate/examples/random.ts';
import type { MailSink } from '../../support/mail-sink.ts';
import { belongsTo, familyOf, signalTo } from './processes.ts';
import type { RefusingFolder } from './refusing-folder.ts';
import type { Topology } from './topology.ts';

export interface FaultCounts {
  kills: Record<string, number>;
  pauses: Record<string, number>;
  /** How often the folder of documents took nothing, the mail server took nothing, Temporal lost all it knew. */
  refusals: number;
  mailRefusals: number;
  engineLosses: number;
}

export interface FaultOptions {
  topology: Topology;
  /** What every process of the topology has in its command, its settings or as its folder. */
  folder: string;
  documents: RefusingFolder;
  mailSink: MailSink | null;
  random: Draw;
  /** How many processes to kill. */
  kills: number;
  /** How often to take away all that Temporal knows, spread over the kills. */
  engineLosses: number;
  onFault: (what: string) => void;
}

/** Kills, pauses and refuses at random moments until enough processes were killed. All is running again afterwards. */
export async function makeFaults(options: FaultOptions): Promise<FaultCounts> {
  const { topology, folder, documents, mailSink, random, kills, engineLosses, onFault } = options;
  const counts: FaultCounts = { kills: {}, pauses: {}, refusals: 0, mailRefusals: 0, engineLosses: 0 };
  let killed = 0;

  const pidOf = async ({ pid }: { pid(): Promise<number | null> }): Promise<number | null> => {
    const found = await pid();
    return found !== null && (await belongsTo(found, folder)) ? found : null;
  };

  const kill = async () => {
    const part = random.pick(topology.parts);
    const pid = await pidOf(part);
    if (pid === null || !signalTo(pid, 'SIGKILL')) return;
    killed += 1;
    counts.kills[part.name] = (counts.kills[part.name] ?? 0) + 1;
    onFault(`kill ${part.name}`);
  };

  const pause = async () => {
    const part = random.pick(topology.parts);
    const pid = await pidOf(part);
    if (pid === null) return;
    const ms = random.between(200, 3_000);
    const family = await familyOf(pid);
    onFault(`pause ${part.name} for ${ms} ms`);
    for (const member of family) signalTo(member, 'SIGSTOP');
    await delay(ms);
    for (const member of family) signalTo(member, 'SIGCONT');
    counts.pauses[part.name] = (counts.pauses[part.name] ?? 0) + 1;
  };

  const refuse = async () => {
    const ms = random.between(300, 3_000);
    if (mailSink !== null && random.chance(50)) {
      onFault(`no mails are taken for ${ms} ms`);
      mailSink.answerRecipients(451);
      await delay(ms);
      mailSink.answerRecipients(250);
      counts.mailRefusals += 1;
      return;
    }
    onFault(`no documents can be written for ${ms} ms`);
    await documents.refuse();
    await delay(ms);
    await documents.allow();
    counts.refusals += 1;
  };

  /** The server writes to files that nobody finds any more, and its next start begins with nothing. */
  const loseEngine = async () => {
    const engine = topology.parts.find(({ name }) => name === 'temporal');
    const pid = engine ? await pidOf(engine) : null;
    if (pid === null || !signalTo(pid, 'SIGSTOP')) return;
    onFault('Temporal loses all it knows');
    for (const end of ['', '-wal', '-shm']) {
      await rm(path.join(topology.engineFolder, `temporal.db${end}`), { force: true });
    }
    signalTo(pid, 'SIGKILL');
    counts.engineLosses += 1;
  };

  while (killed < kills || counts.engineLosses < engineLosses) {
    await delay(random.between(100, 2_500));
    if (
      counts.engineLosses < engineLosses &&
      killed >= (kills * (counts.engineLosses + 1)) / (engineLosses + 1)
    ) {
      await loseEngine();
      continue;
    }
    const dice = random.between(1, 10);
    if (dice <= 7) await kill();
    else if (dice <= 9) await pause();
    else await refuse();
    // Two at once now and then: what one lost the other may be about to tell.
    if (dice === 1 && killed < kills) await kill();
  }
  return counts;
}
