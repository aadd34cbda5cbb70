import autocannon from 'autocannon';
import { median, quantile } from './statistics.ts';

/** Result of requests to one URL from many connections. */
export interface Load {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/**
 * Sends GETs, or POSTs of this body, from 32 connections for some seconds. Latencies are milliseconds per response. Throws
 * if a request fails.
 */
export async function loadOf(
  url: string,
  { headers = {}, seconds, body }: { headers?: Record<string, string>; seconds: number; body?: string },
): Promise<Load> {
  const samples: number[] = [];
  const posted = body !== undefined && ({ method: 'POST', body } as const);
  const options = { url, headers, connections: 32, duration: seconds, ...posted };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, outcome) => (error ? reject(error) : resolve(outcome)));
    run.on('response', (_client, _status, _bytes, milliseconds) => samples.push(milliseconds));
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${url}: ${failed} requests failed.`);
  const requests = samples.length;
  return {
    requests,
    perSecond: requests / result.duration,
    p50: median(samples),
    p99: quantile(samples, 0.99),
  };
}
