import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { examples } from '../../src/cli/demo/templates.ts';
import { getData } from '../../src/client/client.ts';
import { type Cost, costOf } from './cost.ts';
import { type Load, loadOf } from './load.ts';
import { runProgram, setUpExample, startService } from './service.ts';
import { type Figure, median } from './statistics.ts';

const ROUNDS = 5;
/** Until both are compiled: a service runs for weeks. */
const WARM_UP_ROUNDS = 2;
const SECONDS = 4;

/**
 * Compares the webhook POST with two peers on the same PostgreSQL, from 32 connections in alternating rounds: the same
 * web framework with one INSERT per request, and with grouped INSERTs only, the upper bound of the gain
 * (`docs/develop/performance.md`). The workflow is a DRAFT, so no run competes with the next POST. The load generator
 * shares the processors with the service, so the CPU time of each is reported too.
 */
export async function benchAccept(): Promise<Figure[]> {
  const service = await startService();
  const env = { DATABASE_URL: service.parts.postgres?.url ?? '' };
  const single = runProgram('test/bench/peers/fastify-insert.ts', { env });
  const grouped = runProgram('test/bench/peers/fastify-group.ts', { env });
  try {
    const singleUrl = new URL('/webhook', await single.line(/^http/)).href;
    const groupedUrl = new URL('/webhook', await grouped.line(/^http/)).href;
    const { workflowId, webhookUrl } = await setUpExample(service.api);
    const body = await readFile(path.join(examples, 'event.json'), 'utf8');
    const params = { path: { publicId: workflowId } };
    await getData(service.api.PUT('/api/workflows/{publicId}', { params, body: { status: 'DRAFT' } }));
    const database = service.parts.postgres?.pid ?? service.pid;
    const headers = { 'content-type': 'application/json' };
    const post = (pid: number, url: string) =>
      costOf({ pid, database }, () => loadOf(url, { headers, seconds: SECONDS, body }));
    const oursUrl = new URL(webhookUrl, service.url).href;
    const measure = async (): Promise<Round> => ({
      single: await post(single.pid, singleUrl),
      grouped: await post(grouped.pid, groupedUrl),
      ours: await post(service.pid, oursUrl),
    });
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await measure();
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
    const ratio = (one: keyof Round, other: keyof Round) =>
      median(rounds.map((round) => round[one].perSecond / round[other].perSecond));
    return [
      ...figuresOf(
        'one INSERT in Fastify, 32 connections',
        rounds.map(({ single }) => single),
      ),
      ...figuresOf(
        'grouped INSERTs in Fastify and nothing else',
        rounds.map(({ grouped }) => grouped),
      ),
      ...figuresOf(
        'the webhook POST, 32 connections',
        rounds.map(({ ours }) => ours),
      ),
      { what: 'grouped INSERTs beside one, median of rounds', value: ratio('grouped', 'single'), unit: 'x' },
      { what: 'the webhook POST beside grouped INSERTs', value: ratio('ours', 'grouped'), unit: 'x' },
      {
        what: 'the webhook POST beside one INSERT, median of rounds',
        value: ratio('ours', 'single'),
        unit: 'x',
        bound: { at: 1, side: 'at least' },
      },
      {
        what: 'the webhook POST, p99, median of rounds',
        value: median(rounds.map(({ ours }) => ours.p99)),
        unit: 'ms',
        bound: { at: 100, side: 'at most' },
      },
    ];
  } finally {
    single.kill('SIGTERM');
    grouped.kill('SIGTERM');
    await service.stop();
  }
}

type Round = Record<'single' | 'grouped' | 'ours', Load & Cost>;

function figuresOf(what: string, rounds: readonly (Load & Cost)[]): Figure[] {
  const of = (part: keyof (Load & Cost)) => median(rounds.map((round) => round[part]));
  return [
    { what, value: of('perSecond'), unit: '202s/s' },
    { what: '  processor time of the process', value: of('process'), unit: 'µs each' },
    { what: '  processor time of PostgreSQL', value: of('database'), unit: 'µs each' },
    { what: '  processor time of who asks', value: of('asking'), unit: 'µs each' },
  ];
}
