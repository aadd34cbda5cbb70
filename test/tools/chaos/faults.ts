import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Draw } from '../../../scripts/generate/examples/random.ts';
import type { MailSink } from '../../support/mails/mail-sink.ts';
import type { Deployment } from './deployment.ts';
import type { FailingFolder } from './failing-folder.ts';
import { belongsTo, processTree, signalTo } from './processes.ts';

export interface FaultCounts {
  kills: Record<string, number>;
  pauses: Record<string, number>;
  storageFailures: number;
  mailFailures: number;
  temporalLosses: number;
}

interface FaultOptions {
  deployment: Deployment;
  /** Every process of the deployment has this path in its command line, environment or working directory. */
  folder: string;
  documents: FailingFolder;
  mailSink: MailSink | null;
  random: Draw;
  /** Number of processes to kill. */
  kills: number;
  /** How often to delete the data of Temporal, spread over the kills. */
  temporalLosses: number;
  onFault: (description: string) => void;
}

/** Kills and pauses processes and makes writes fail at random moments, until `kills` processes were killed. */
export async function makeFaults(options: FaultOptions): Promise<FaultCounts> {
  const { deployment, folder, documents, mailSink, random, kills, temporalLosses, onFault } = options;
  const counts: FaultCounts = {
    kills: {},
    pauses: {},
    storageFailures: 0,
    mailFailures: 0,
    temporalLosses: 0,
  };
  let killed = 0;

  const pidOf = async ({ pid }: { pid(): Promise<number | null> }): Promise<number | null> => {
    const found = await pid();
    return found !== null && (await belongsTo(found, folder)) ? found : null;
  };

  const kill = async () => {
    const part = random.pick(deployment.parts);
    const pid = await pidOf(part);
    if (pid === null || !signalTo(pid, 'SIGKILL')) return;
    killed += 1;
    counts.kills[part.name] = (counts.kills[part.name] ?? 0) + 1;
    onFault(`kill ${part.name}`);
  };

  const pause = async () => {
    const part = random.pick(deployment.parts);
    const pid = await pidOf(part);
    if (pid === null) return;
    const ms = random.between(200, 3_000);
    const tree = await processTree(pid);
    onFault(`pause ${part.name} for ${ms} ms`);
    for (const member of tree) signalTo(member, 'SIGSTOP');
    await delay(ms);
    for (const member of tree) signalTo(member, 'SIGCONT');
    counts.pauses[part.name] = (counts.pauses[part.name] ?? 0) + 1;
  };

  const failWrites = async () => {
    const ms = random.between(300, 3_000);
    if (mailSink !== null && random.chance(50)) {
      onFault(`the mail server rejects mails for ${ms} ms`);
      mailSink.respondToRecipients(451);
      await delay(ms);
      mailSink.respondToRecipients(250);
      counts.mailFailures += 1;
      return;
    }
    onFault(`documents cannot be written for ${ms} ms`);
    await documents.fail();
    await delay(ms);
    await documents.recover();
    counts.storageFailures += 1;
  };

  /** Deletes the database of the Temporal server, so that it restarts with an empty one. */
  const loseTemporal = async () => {
    const server = deployment.parts.find(({ name }) => name === 'temporal');
    const pid = server ? await pidOf(server) : null;
    if (pid === null || !signalTo(pid, 'SIGSTOP')) return;
    onFault('Temporal loses its data');
    for (const suffix of ['', '-wal', '-shm']) {
      await rm(path.join(deployment.temporalFolder, `temporal.db${suffix}`), { force: true });
    }
    signalTo(pid, 'SIGKILL');
    counts.temporalLosses += 1;
  };

  while (killed < kills || counts.temporalLosses < temporalLosses) {
    await delay(random.between(100, 2_500));
    if (
      counts.temporalLosses < temporalLosses &&
      killed >= (kills * (counts.temporalLosses + 1)) / (temporalLosses + 1)
    ) {
      await loseTemporal();
      continue;
    }
    const dice = random.between(1, 10);
    if (dice <= 7) await kill();
    else if (dice <= 9) await pause();
    else await failWrites();
    // Sometimes two processes die at the same time.
    if (dice === 1 && killed < kills) await kill();
  }
  return counts;
}
