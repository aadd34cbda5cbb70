import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { examples, upsertTemplate } from '../../../../src/cli/demo/templates.ts';
import { getData, logIn } from '../../../../src/client/client.ts';
import { quantile } from '../../../bench/statistics.ts';
import { eventOf } from '../../chaos/fixture.ts';
import type { SentEvent } from '../../chaos/sender.ts';
import { admin, type Topology } from '../start-topology.ts';
import { createBalancer } from './balancer.ts';

interface RollingOptions {
  /** Path of the webhook. */
  path: string;
  /** Time between two events. Every second event has a list request, every twentieth a bulk stamp. */
  intervalMs: number;
  /** Number of the first event. */
  firstSeq: number;
  log: (line: string) => void;
}

interface RollingOutcome {
  events: readonly SentEvent[];
  /** Number of requests by kind. */
  requests: Readonly<Record<string, number>>;
  /** Unexpected responses and requests without a response. */
  problems: readonly string[];
  /** Milliseconds until the 202. */
  p99: number;
}

const PAUSE_MS = 2_000;

/** Restarts one process after the other with SIGTERM while requests arrive at a steady rate. */
export async function restartUnderLoad(topology: Topology, options: RollingOptions): Promise<RollingOutcome> {
  const { apis, workers } = topology;
  const load = await startLoad(topology, options);
  try {
    for (const service of [...apis, ...workers]) {
      await delay(PAUSE_MS);
      const started = performance.now();
      await service.replace();
      options.log(`restarted ${service.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
    await delay(PAUSE_MS);
  } finally {
    await load.stop();
  }
  return { ...load, p99: quantile(load.times, 0.99) };
}

interface Load extends Omit<RollingOutcome, 'p99'> {
  times: readonly number[];
  stop(): Promise<void>;
}

async function startLoad(
  { apis }: Topology,
  { path: webhook, intervalMs, firstSeq }: RollingOptions,
): Promise<Load> {
  const urls = apis.map(({ url }) => url);
  const [baseUrl = ''] = urls;
  const api = await logIn({ baseUrl }, admin);
  const { publicId: templateId } = await upsertTemplate(api);
  const { secret } = await getData(
    api.POST('/api/me/api-keys', { body: { name: 'rolling', scopes: ['read', 'stamp'] } }),
  );
  const send = createBalancer(urls);
  const rows = new File([await readFile(path.join(examples, 'rows.xlsx'))], 'rows.xlsx');
  const authorization = `Bearer ${secret}`;
  const requests: Record<string, number> = {};
  const problems: string[] = [];
  const events: SentEvent[] = [];
  const times: number[] = [];

  const request = async (kind: string, expected: number, work: () => Promise<Response>): Promise<boolean> => {
    requests[kind] = (requests[kind] ?? 0) + 1;
    try {
      const response = await work();
      const body = await response.arrayBuffer();
      if (response.status === expected) return true;
      problems.push(`${kind}: ${response.status} ${Buffer.from(body).toString().slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      problems.push(`${kind}: ${message} (${cause instanceof Error ? cause.message : cause})`);
    }
    return false;
  };
  const postEvent = async () => {
    const event: SentEvent = { seq: firstSeq + events.length, keyed: false, outcome: 'unknown', attempts: 1 };
    events.push(event);
    const started = performance.now();
    const body = JSON.stringify(eventOf(event.seq));
    if (await request('event', 202, () => send(webhook, { method: 'POST', body })))
      event.outcome = 'accepted';
    times.push(performance.now() - started);
  };
  const list = () => request('list', 200, () => send('/api/templates', { headers: { authorization } }));
  const stamp = () =>
    request('stamp', 200, () => {
      const body = new FormData();
      body.set('templateId', templateId);
      body.set('file', rows);
      return send('/api/stamper/stamp', { method: 'POST', headers: { authorization }, body });
    });

  const open = new Set<Promise<unknown>>();
  const every = (ms: number, work: () => Promise<unknown>) =>
    setInterval(() => {
      const running: Promise<unknown> = work().finally(() => open.delete(running));
      open.add(running);
    }, ms);
  const timers = [every(intervalMs, postEvent), every(2 * intervalMs, list), every(20 * intervalMs, stamp)];
  return {
    requests,
    problems,
    events,
    times,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
    },
  };
}
