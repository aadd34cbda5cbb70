import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createOrm } from '../../../src/database/orm.ts';
import { createPublicId } from '../../../src/infra/public-id.ts';
import { openSession, type Session } from '../../support/main-job.ts';
import { runMain } from '../../support/program.ts';
import { parseNumber } from '../options.ts';
import { type Attack, createAttacks } from './attacks.ts';

export const usage = `npm run tool -- hostile [options]
Starts the service. One account sends requests that cost as much as it can make them; another account measures how long
its own requests, webhooks and runs take. Each kind of request grows while it is accepted, and shrinks when it is rejected.
Exits with 1 if the other account waits longer than it may, or if memory does not come back.

  --minutes 10     length of the attack
  --senders 8      requests of the attacker at the same time`;

/** Milliseconds that the other account may wait, and MB by which the main process may grow. */
const MAX = { read: 250, webhook: 1_000, run: 5_000, growth: 200 };
const REST_MS = 45_000;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '10' }, senders: { type: 'string', default: '8' } },
  });
  const minutes = parseNumber('--minutes', values.minutes);
  const senders = parseNumber('--senders', values.senders);
  const folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
  const env = { RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_RATE_LIMIT_PER_MINUTE: '0' };
  const program = await runMain({ DATA_DIR: folder, ...env });
  try {
    const { postgres } = await program.parts();
    await createMember(postgres?.url ?? '', 'attacker@example.com');
    const attacker = await openSession(program.url, {
      email: 'attacker@example.com',
      password: 'correct horse',
    });
    const attacks = await createAttacks(attacker);
    const other = await startProbes(program.url, await openSession(program.url));
    await delay(5_000);
    const quiet = other.take();
    const before = await memoryOf(program.pid);
    const until = Date.now() + minutes * 60_000;
    const results = new Map(attacks.map(({ name }) => [name, createResult()]));
    await Promise.all(Array.from({ length: senders }, (_, n) => sendUntil(until, attacks, results, n)));
    const attacked = other.take();
    await delay(REST_MS);
    await other.stop();
    const growth = (await memoryOf(program.pid)) - before;
    console.log('attack                        sent  rejected  largest accepted  longest ms');
    for (const [name, { sent, rejected, largest, longest }] of results)
      console.log(
        `${name.padEnd(28)}${[sent, rejected, largest, longest].map((n) => String(n).padStart(10)).join('')}`,
      );
    console.log('other account, ms (median, longest)      before            under attack');
    const rows = (['read', 'webhook', 'run'] as const).map((kind) => {
      const row = `${kind.padEnd(36)}${textOf(quiet[kind])}${textOf(attacked[kind])}`;
      console.log(`${row}  at most ${MAX[kind]}`);
      return Math.max(...attacked[kind]) <= MAX[kind];
    });
    console.log(`main process: ${before} MB before, ${growth} MB more after a rest; at most ${MAX.growth}`);
    return rows.every(Boolean) && growth <= MAX.growth ? 0 : 1;
  } finally {
    program.kill('SIGTERM');
    await program.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

interface AttackResult {
  sent: number;
  rejected: number;
  largest: number;
  longest: number;
}

const createResult = (): AttackResult => ({ sent: 0, rejected: 0, largest: 0, longest: 0 });

/** One sender: goes through the attacks in turn, and climbs towards the largest accepted size of each. */
async function sendUntil(
  until: number,
  attacks: readonly Attack[],
  results: ReadonlyMap<string, AttackResult>,
  first: number,
): Promise<void> {
  const sizes = new Map(attacks.map(({ name, start }) => [name, start]));
  for (let at = first; Date.now() < until; at++) {
    const attack = attacks[at % attacks.length];
    const result = results.get(attack?.name ?? '');
    if (attack === undefined || result === undefined) return;
    const size = Math.round(sizes.get(attack.name) ?? attack.start);
    const began = performance.now();
    const response = await attack.send(size);
    await response.arrayBuffer();
    const ms = Math.round(performance.now() - began);
    result.sent += 1;
    result.longest = Math.max(result.longest, ms);
    if (response.ok) result.largest = Math.max(result.largest, size);
    else result.rejected += 1;
    const factor = response.ok ? 1.5 : 0.6;
    sizes.set(attack.name, Math.max(1, Math.min(1_000_000, size * factor)));
  }
}

type Waits = Record<'read' | 'webhook' | 'run', number[]>;

/** Measures the requests of the other account until `stop`. `take` returns the waits since the last call. */
async function startProbes(base: string, { send, json }: Session) {
  const compose = {
    id: 'c',
    type: 'composeNode',
    position: { x: 0, y: 0 },
    data: { mapping: { a: '${event.a}' } },
  };
  const trigger = { id: 't', type: 'webhookTrigger', position: { x: 0, y: 0 }, data: {} };
  const stepsJson = { nodes: [trigger, compose], edges: [{ id: 'e', source: 't', target: 'c' }] };
  const body = { name: 'w', triggerType: 'webhook', stepsJson };
  const { publicId } = await json('POST', '/api/workflows', body);
  await json('PUT', `/api/workflows/${publicId}`, { status: 'ACTIVE' });
  let waits: Waits = { read: [], webhook: [], run: [] };
  let isStopped = false;
  const measure = async (kind: keyof Waits, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    waits[kind].push(Math.round(performance.now() - began));
  };
  const read = async () => {
    while (!isStopped) {
      await measure('read', async () => void (await (await send('GET', '/api/me')).arrayBuffer()));
      await delay(100);
    }
  };
  const runs = async () => {
    while (!isStopped) {
      await measure('run', async () => {
        await measure('webhook', () =>
          fetch(`${base}/api/workflows/${publicId}/webhook`, { method: 'POST', body: '{"a":1}' }),
        );
        for (;;) {
          const page = (await json('GET', `/api/workflows/${publicId}/runs?size=1`)) as unknown as {
            content: { status: string }[];
          };
          if (page.content[0]?.status === 'COMPLETED') return;
          await delay(20);
        }
      });
      await delay(500);
    }
  };
  const running = Promise.all([read(), runs()]);
  return {
    take(): Waits {
      const taken = waits;
      waits = { read: [], webhook: [], run: [] };
      return taken;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** A verified account with the password of the administrator. */
async function createMember(databaseUrl: string, email: string): Promise<void> {
  const orm = await createOrm({ url: databaseUrl, poolMax: 1 });
  try {
    await orm.em.fork().execute(
      `insert into "user_account" (public_id, email, password_hash, application_role, is_enabled, is_verified)
       select ?, ?, password_hash, 'MEMBER', true, true from "user_account" where email = 'admin@example.com'`,
      [createPublicId('usr'), email],
    );
  } finally {
    await orm.close();
  }
}

/** MB of the process, without pages it shares with others. */
async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Math.round((Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024) / 1e6);
}

function textOf(waits: readonly number[]): string {
  const sorted = waits.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${String(median).padStart(8)}${String(sorted.at(-1) ?? 0).padStart(10)}`;
}
