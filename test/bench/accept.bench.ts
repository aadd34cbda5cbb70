import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { examples } from '../../scripts/demo/templates.ts';
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
 * The webhook POST against the same web framework with one INSERT, on the same PostgreSQL, 32 connections, rounds in
 * turn so that both meet the same noise. The workflow is a DRAFT, so that no run competes with the next POST. Who asks
 * shares the processors with who answers, so what each of them took is told too.
 */
export async function benchAccept(): Promise<Figure[]> {
  const service = await startService();
  const peer = runProgram('test/bench/peers/fastify-insert.ts', {
    env: { DATABASE_URL: service.parts.postgres?.url ?? '' },
  });
  try {
    const peerUrl = await peer.line(/^http/);
    const { workflowId, webhookUrl } = await setUpExample(service.api);
    const body = await readFile(path.join(examples, 'event.json'), 'utf8');
    const params = { path: { publicId: workflowId } };
    await getData(service.api.PUT('/api/workflows/{publicId}', { params, body: { status: 'DRAFT' } }));
    const database = service.parts.postgres?.pid ?? service.pid;
    const headers = { 'content-type': 'application/json' };
    const post = (pid: number, url: string) =>
      costOf({ pid, database }, () => loadOf(url, { headers, seconds: SECONDS, body }));
    const ask = {
      theirs: () => post(peer.pid, new URL('/webhook', peerUrl).href),
      ours: () => post(service.pid, new URL(webhookUrl, service.url).href),
    };
    for (let round = 0; round < WARM_UP_ROUNDS; round++) {
      await ask.theirs();
      await ask.ours();
    }
    const theirs: (Load & Cost)[] = [];
    const ours: (Load & Cost)[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await ask.theirs());
      ours.push(await ask.ours());
    }
    const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? 0));
    return [
      ...figuresOf('one INSERT in Fastify, 32 connections', theirs),
      ...figuresOf('the webhook POST, 32 connections', ours),
      {
        what: 'ratio of the two, median of rounds',
        value: median(ratios),
        unit: 'x',
        bound: { at: 2, side: 'at least' },
      },
      {
        what: 'the webhook POST, p99, median of rounds',
        value: median(ours.map(({ p99 }) => p99)),
        unit: 'ms',
        bound: { at: 100, side: 'at most' },
      },
    ];
  } finally {
    peer.kill('SIGTERM');
    await service.stop();
  }
}

function figuresOf(what: string, rounds: readonly (Load & Cost)[]): Figure[] {
  const of = (part: keyof (Load & Cost)) => median(rounds.map((round) => round[part]));
  return [
    { what, value: of('perSecond'), unit: '202s/s' },
    { what: '  processor time of the process', value: of('process'), unit: 'µs each' },
    { what: '  processor time of PostgreSQL', value: of('database'), unit: 'µs each' },
    { what: '  processor time of who asks', value: of('asking'), unit: 'µs each' },
  ];
}
