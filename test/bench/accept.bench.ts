import { readFile } from 'node:fs/promises';
import path from 'node:path';
import autocannon from 'autocannon';
import { examples } from '../../scripts/demo/templates.ts';
import { getData } from '../../src/client/client.ts';
import { runProgram, setUpExample, startService } from './service.ts';
import { type Figure, median, quantile } from './statistics.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;

/**
 * The webhook POST against the same web framework with one INSERT, on the same PostgreSQL, 32 connections, rounds in
 * turn so that both meet the same noise. The workflow is a DRAFT, so that no run competes with the next POST.
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
    const theirs: Load[] = [];
    const ours: Load[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await load(new URL('/webhook', peerUrl).href, body));
      ours.push(await load(new URL(webhookUrl, service.url).href, body));
    }
    const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? 0));
    return [
      {
        what: 'one INSERT in Fastify, 32 connections',
        value: median(theirs.map(({ perSecond }) => perSecond)),
        unit: '202s/s',
      },
      {
        what: 'the webhook POST, 32 connections',
        value: median(ours.map(({ perSecond }) => perSecond)),
        unit: '202s/s',
      },
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

interface Load {
  perSecond: number;
  /** Milliseconds, from every single answer: autocannon's own percentiles are whole ones. */
  p99: number;
}

async function load(url: string, body: string): Promise<Load> {
  const samples: number[] = [];
  const headers = { 'content-type': 'application/json' };
  const options = {
    url,
    method: 'POST',
    headers,
    body,
    connections: CONNECTIONS,
    duration: SECONDS,
  } as const;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, outcome) => (error ? reject(error) : resolve(outcome)));
    run.on('response', (_client, _status, _bytes, milliseconds) => samples.push(milliseconds));
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${url}: ${failed} requests were refused or failed.`);
  return { perSecond: samples.length / result.duration, p99: quantile(samples, 0.99) };
}
