import { readFile } from 'node:fs/promises';
import path from 'node:path';
import autocannon from 'autocannon';
import { examples } from '../../scripts/demo/templates.ts';
import { getData } from '../../src/client/client.ts';
import { runProgram, setUpExample, startService } from './service.ts';
import { type Figure, median } from './statistics.ts';

const ROUNDS = 5;
const SECONDS = 4;

/**
 * The webhook POST against the same web framework with one INSERT, on the same PostgreSQL, 16 connections, rounds in
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
    const stored = { ours: [] as number[], peer: [] as number[], ratio: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      const peerP50 = await p50(new URL('/webhook', peerUrl).href, body);
      const oursP50 = await p50(new URL(webhookUrl, service.url).href, body);
      stored.peer.push(peerP50);
      stored.ours.push(oursP50);
      stored.ratio.push(oursP50 / peerP50);
    }
    return [
      { what: '202, one INSERT in Fastify, p50 of 16 connections', value: median(stored.peer), unit: 'ms' },
      { what: '202 of the webhook POST, p50 of 16 connections', value: median(stored.ours), unit: 'ms' },
      {
        what: 'ratio of the two, median of rounds',
        value: median(stored.ratio),
        unit: 'x',
        bound: { at: 1.5, side: 'at most' },
      },
    ];
  } finally {
    peer.kill('SIGTERM');
    await service.stop();
  }
}

/** Milliseconds, from every single answer: autocannon's own percentiles are whole ones. */
async function p50(url: string, body: string): Promise<number> {
  const samples: number[] = [];
  const headers = { 'content-type': 'application/json' };
  const options = { url, method: 'POST', headers, body, connections: 16, duration: SECONDS } as const;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, outcome) => (error ? reject(error) : resolve(outcome)));
    run.on('response', (_client, _status, _bytes, milliseconds) => samples.push(milliseconds));
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${url}: ${failed} requests were refused or failed.`);
  return median(samples);
}
