import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../support/until.ts';
import { type Sent, startSender } from '../../chaos/sender.ts';
import type { Topology } from '../start-topology.ts';

export interface KillOptions {
  /** Of the webhook. */
  path: string;
  /** Between two events. */
  everyMs: number;
  say: (line: string) => void;
}

/** Events come before, between and after the kills. */
const PAUSE_MS = 3_000;
const BACK_MS = 300_000;

/** Kills each part once while events come, the next one when all is ready again. Answers what senders were told. */
export async function killEachPart(topology: Topology, options: KillOptions): Promise<readonly Sent[]> {
  const { path, everyMs, say } = options;
  const { apis, workers, temporal, postgres } = topology;
  const services = [...apis, ...workers];
  const parts = [
    ...services.map(({ name, pid }) => ({ name, pid })),
    { name: 'Temporal', pid: temporal.pid },
    { name: 'PostgreSQL', pid: postgres.pid },
  ];
  const sender = startSender({ urls: apis.map(({ url }) => url + path), everyMs });
  try {
    for (const { name, pid } of parts) {
      await delay(PAUSE_MS);
      const killed = pid();
      process.kill(killed, 'SIGKILL');
      const began = performance.now();
      const areReady = async () =>
        (await Promise.all(services.map(({ isReady }) => isReady()))).every(Boolean);
      await until(async () => pid() !== killed && (await areReady()), BACK_MS);
      say(`${name} killed, all ready again after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    await delay(PAUSE_MS);
  } finally {
    await sender.stop();
  }
  return sender.sentEvents;
}
