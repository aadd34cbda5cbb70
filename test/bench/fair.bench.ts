import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { examples } from '../../src/cli/demo/templates.ts';
import { logIn } from '../../src/client/client.ts';
import { until } from '../support/until.ts';
import { type BenchService, benchPassword, setUpExample, startService } from './service.ts';
import { type Figure, quantile } from './statistics.ts';

const FLOOD = 2_000;
const AT_ONCE = 32;
const QUIET = 10;
const PAUSE_MS = 300;
const NEIGHBOUR = 'neighbour@example.com';

/**
 * One account sends thousands of events at once, another one now and then. How long does the second wait for its
 * document, against the same on an idle service? Without rate limits, so that nothing but fairness protects it.
 */
export async function benchFairness(): Promise<Figure[]> {
  const service = await startService();
  try {
    const body = await readFile(path.join(examples, 'event.json'), 'utf8');
    const flood = await setUpExample(service.api);
    const neighbour = await setUpExample(await addAccount(service));
    const post = async ({ webhookUrl }: { webhookUrl: string }) => {
      const response = await fetch(new URL(webhookUrl, service.url), { method: 'POST', body });
      await response.arrayBuffer();
      if (response.status !== 202) throw new Error(`A webhook responded with ${response.status}.`);
    };
    const single = async () => {
      const before = await countDocuments(service, NEIGHBOUR);
      const begin = performance.now();
      await post(neighbour);
      await until(async () => (await countDocuments(service, NEIGHBOUR)) > before, 300_000);
      return performance.now() - begin;
    };
    await single();
    const idle: number[] = [];
    for (let index = 0; index < QUIET; index++) idle.push(await single());

    let left = FLOOD;
    const flooding = Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) await post(flood);
      }),
    );
    const meanwhile: number[] = [];
    while ((await countDocuments(service, 'admin@example.com')) < FLOOD) {
      meanwhile.push(await single());
      await delay(PAUSE_MS);
    }
    await flooding;
    const what = 'single event of another account to its document';
    return [
      { what: `${what}, idle, p95`, value: quantile(idle, 0.95), unit: 'ms' },
      { what: `${what}, ${FLOOD} events ahead, p50`, value: quantile(meanwhile, 0.5), unit: 'ms' },
      {
        what: `${what}, ${FLOOD} events ahead, p95 of ${meanwhile.length}`,
        value: quantile(meanwhile, 0.95),
        unit: 'ms',
        bound: { at: 2_000, side: 'at most' },
      },
    ];
  } finally {
    await service.stop();
  }
}

/** A second account with the first one's password. */
async function addAccount({ url, database }: BenchService) {
  await database.query(
    `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
     select 'usr_' || repeat('0', 26), $1, password_hash, 'MEMBER', true, true from user_account limit 1`,
    [NEIGHBOUR],
  );
  return logIn({ baseUrl: url }, { email: NEIGHBOUR, password: benchPassword });
}

async function countDocuments({ database }: BenchService, email: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from document d join user_account u on u.id = d.owner_id where u.email = $1',
    [email],
  );
  return rows[0]?.count ?? 0;
}
