import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { examples, upsertTemplate } from '../../../../src/cli/demo/templates.ts';
import { getData, logIn } from '../../../../src/client/client.ts';
import { quantile } from '../../../bench/statistics.ts';
import { eventOf } from '../../chaos/fixture.ts';
import type { Sent } from '../../chaos/sender.ts';
import { admin, type Topology } from '../start-topology.ts';
import { createBalancer } from './balancer.ts';

export interface RollingOptions {
  /** Of the webhook. */
  path: string;
  /** Between two events; lists are asked half as often, a stamp is made with every twentieth. */
  everyMs: number;
  /** Of the first event; each has a number of its own. */
  firstSeq: number;
  say: (line: string) => void;
}

export interface RollingOutcome {
  sentEvents: readonly Sent[];
  /** Requests by what was asked. */
  requests: Readonly<Record<string, number>>;
  /** Answers that were not as they should be, and requests without one. Empty: nobody noticed. */
  faults: readonly string[];
  /** Milliseconds to the 202. */
  p99: number;
}

const PAUSE_MS = 2_000;

/** Replaces each process in good order, one after the other, while requests come at a steady pace. */
export async function restartUnderLoad(topology: Topology, options: RollingOptions): Promise<RollingOutcome> {
  const { apis, workers } = topology;
  const load = await startLoad(topology, options);
  try {
    for (const service of [...apis, ...workers]) {
      await delay(PAUSE_MS);
      const began = performance.now();
      await service.replace();
      options.say(`${service.name} replaced in ${((performance.now() - began) / 1000).toFixed(1)} s`);
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
  { path: webhook, everyMs, firstSeq }: RollingOptions,
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
  const faults: string[] = [];
  const sentEvents: Sent[] = [];
  const times: number[] = [];

  const ask = async (what: string, wanted: number, work: () => Promise<Response>): Promise<boolean> => {
    requests[what] = (requests[what] ?? 0) + 1;
    try {
      const response = await work();
      const body = await response.arrayBuffer();
      if (response.status === wanted) return true;
      faults.push(`${what}: ${response.status} ${Buffer.from(body).toString().slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      faults.push(`${what}: ${message} (${cause instanceof Error ? cause.message : cause})`);
    }
    return false;
  };
  const postEvent = async () => {
    const sent: Sent = { seq: firstSeq + sentEvents.length, keyed: false, outcome: 'unknown', tries: 1 };
    sentEvents.push(sent);
    const began = performance.now();
    const body = JSON.stringify(eventOf(sent.seq));
    if (await ask('event', 202, () => send(webhook, { method: 'POST', body }))) sent.outcome = 'accepted';
    times.push(performance.now() - began);
  };
  const list = () => ask('list', 200, () => send('/api/templates', { headers: { authorization } }));
  const stamp = () =>
    ask('stamp', 200, () => {
      const body = new FormData();
      body.set('templateId', templateId);
      body.set('file', rows);
      return send('/api/stamper/stamp', { method: 'POST', headers: { authorization }, body });
    });

  const open = new Set<Promise<unknown>>();
  const every = (ms: number, work: () => Promise<unknown>) =>
    setInterval(() => {
      const one: Promise<unknown> = work().finally(() => open.delete(one));
      open.add(one);
    }, ms);
  const timers = [every(everyMs, postEvent), every(2 * everyMs, list), every(20 * everyMs, stamp)];
  return {
    requests,
    faults,
    sentEvents,
    times,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
    },
  };
}
