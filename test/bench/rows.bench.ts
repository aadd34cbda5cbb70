import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { examples } from '../../src/cli/demo/templates.ts';
import { getData } from '../../src/client/client.ts';
import { createOrm } from '../../src/database/orm.ts';
import { createSql } from '../../src/infra/sql.ts';
import { createOutboxRepository } from '../../src/modules/runs/dispatch/outbox.repository.ts';
import { loadOf } from './load.ts';
import { insertRows, LARGE_SHARE, MILLION, OWN_EVERY } from './rows/insert-rows.ts';
import { type BenchService, benchPassword, setUpExample, startService } from './service.ts';
import { type Figure, median, timed } from './statistics.ts';

const ROUNDS = 3;
const SECONDS = 2;
const ASKS = 20;
const BOUND = { at: 1.5, side: 'at most' } as const;

/** One of the two services: its database holds only the measured workflow's rows, or those among a million. */
interface Side {
  service: BenchService;
  orm: MikroORM;
  headers: Record<string, string>;
  workflowId: string;
  largeWorkflowId: string;
}

interface Probe {
  what: string;
  /** Milliseconds; with many connections, the average of one response. */
  measure: (side: Side) => Promise<number>;
}

/**
 * The webhook, lists and sweeps with a million events, runs, node records and documents in the database, compared with a
 * service whose database has only the thousand of the measured workflow, in alternating rounds.
 */
export async function benchRows(): Promise<Figure[]> {
  const few = await openSide(OWN_EVERY);
  try {
    const many = await openSide(1);
    try {
      const figures: Figure[] = [];
      for (const probe of await listProbes()) figures.push(...(await compare(probe, few, many)));
      return figures;
    } finally {
      await closeSide(many);
    }
  } finally {
    await closeSide(few);
  }
}

async function openSide(step: number): Promise<Side> {
  const service = await startService();
  const { workflowId } = await setUpExample(service.api);
  const params = { path: { publicId: workflowId } };
  await getData(service.api.PUT('/api/workflows/{publicId}', { params, body: { status: 'DRAFT' } }));
  const largeWorkflowId = await insertRows(service.database, { workflowId, step });
  const body = { email: 'admin@example.com', password: benchPassword };
  const result = await getData(service.api.POST('/api/auth/login', { body }));
  if (!('accessToken' in result)) throw new Error('The administrator asks for a second factor.');
  return {
    service,
    workflowId,
    largeWorkflowId,
    orm: await createOrm({ url: service.parts.postgres?.url ?? '', poolMax: 1 }),
    headers: { authorization: `Bearer ${result.accessToken}` },
  };
}

async function closeSide({ orm, service }: Side): Promise<void> {
  await orm.close(true);
  await service.stop();
}

async function compare({ what, measure }: Probe, few: Side, many: Side): Promise<Figure[]> {
  // Warms up the caches of both.
  await measure(few);
  await measure(many);
  const rounds: { few: number; many: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ few: await measure(few), many: await measure(many) });
  }
  return [
    { what, value: median(rounds.map((round) => round.many)), unit: 'ms' },
    {
      what: `  beside ${MILLION / OWN_EVERY} rows`,
      value: median(rounds.map((round) => round.many / round.few)),
      unit: 'x',
      bound: BOUND,
    },
  ];
}

async function listProbes(): Promise<Probe[]> {
  const event = await readFile(path.join(examples, 'event.json'), 'utf8');
  // Of the measured workflow, in the middle of them.
  const middle = String(MILLION / 2).padStart(26, '0');
  const since = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 19);
  const lists = [
    'webhook/latest-event',
    'events',
    'events?page=40',
    'events?status=STARTED',
    `events?from=${since}`,
    'runs',
    'runs?page=40',
    'runs?status=FAILED',
    `runs?from=${since}`,
    `runs?eventId=evt_${middle}`,
    `runs/run_${middle}`,
  ];
  const large = ['webhook/latest-event', 'events', 'runs', 'runs?status=FAILED'];
  return [
    ...lists.map((list) => ({
      what: `GET …/${list.replace(/0{9,}/, '…')}`,
      measure: (side: Side) => ask(side, `/api/workflows/${side.workflowId}/${list}`),
    })),
    { what: 'GET /api/documents/…', measure: (side) => ask(side, `/api/documents/doc_${middle}`) },
    { what: 'GET /api/workflows', measure: (side) => ask(side, '/api/workflows') },
    ...large.map((list) => ({
      what: `GET …/${list} of ${MILLION * LARGE_SHARE}`,
      measure: (side: Side) => ask(side, `/api/workflows/${side.largeWorkflowId}/${list}`),
    })),
    ...sweeps,
    // At the end, because it adds rows.
    {
      what: 'the webhook POST, 32 connections, each',
      measure: async ({ service, workflowId }) => {
        const headers = { 'content-type': 'application/json' };
        const url = new URL(`/api/workflows/${workflowId}/webhook`, service.url).href;
        return 1000 / (await loadOf(url, { headers, seconds: SECONDS, body: event })).perSecond;
      },
    },
  ];
}

const sweeps: Probe[] = [
  {
    what: 'a claim of pending runs',
    measure: ({ orm }) => medianOf(() => outboxOf(orm).claim({ limit: 100, bulkSlots: 8, leaseSeconds: 60 })),
  },
  {
    what: 'a search for open runs',
    measure: ({ orm }) => medianOf(() => outboxOf(orm).findOpen({ seconds: 300, cursor: '0', limit: 100 })),
  },
];

const outboxOf = (orm: MikroORM) => createOutboxRepository(createSql(orm));

/** Milliseconds of one request; requests run one after the other. Throws on an error response. */
function ask({ service, headers }: Side, address: string): Promise<number> {
  const url = new URL(address, service.url);
  return medianOf(async () => {
    const response = await fetch(url, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  });
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let i = 0; i < ASKS; i++) times.push(await timed(work));
  return median(times);
}
