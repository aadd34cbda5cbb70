import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../support/until.ts';
import { type SentEvent, startSender } from '../../chaos/sender.ts';
import type { Topology } from '../start-topology.ts';

interface KillOptions {
  /** Path of the webhook. */
  path: string;
  /** Time between two events. */
  intervalMs: number;
  log: (line: string) => void;
}

/** Time for events before, between and after the kills. */
const PAUSE_MS = 3_000;
const RECOVERY_MS = 300_000;

/** Kills each process once while events arrive, and waits each time until all are ready again. Returns the sent events. */
export async function killEachPart(topology: Topology, options: KillOptions): Promise<readonly SentEvent[]> {
  const { path, intervalMs, log } = options;
  const { apis, workers, temporal, postgres } = topology;
  const services = [...apis, ...workers];
  const parts = [
    ...services.map(({ name, pid }) => ({ name, pid })),
    { name: 'Temporal', pid: temporal.pid },
    { name: 'PostgreSQL', pid: postgres.pid },
  ];
  const sender = startSender({ urls: apis.map(({ url }) => url + path), intervalMs });
  try {
    for (const { name, pid } of parts) {
      await delay(PAUSE_MS);
      const killed = pid();
      process.kill(killed, 'SIGKILL');
      const started = performance.now();
      const areReady = async () =>
        (await Promise.all(services.map(({ isReady }) => isReady()))).every(Boolean);
      await until(async () => pid() !== killed && (await areReady()), RECOVERY_MS);
      log(
        `killed ${name}; everything was ready again after ${((performance.now() - started) / 1000).toFixed(1)} s`,
      );
    }
    await delay(PAUSE_MS);
  } finally {
    await sender.stop();
  }
  return sender.events;
}
