import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fault of the next request: none, a 503, no response at all, or half its body. */
export type Fault = 'none' | 'unavailable' | 'silence' | 'half';

export interface FaultyProxy {
  endpoint: string;
  /** The faults of the next requests, in order; later requests pass. */
  plan(...faults: Fault[]): void;
  /** Requests seen since the last plan. */
  seen(): number;
  stop(): Promise<void>;
}

/** A proxy in front of a real S3 server that breaks the requests it is asked to break. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let faults: Fault[] = [];
  let seen = 0;
  const server = createServer((incoming, response) => {
    seen += 1;
    const fault = faults.shift() ?? 'none';
    if (fault === 'silence') return;
    if (fault === 'unavailable') {
      incoming.resume().on('end', () => response.writeHead(503).end());
      return;
    }
    const { method, url = '/', headers } = incoming;
    const { hostname, port } = new URL(target);
    const onward = request({ hostname, port, method, path: url, headers }, (got) => {
      response.writeHead(got.statusCode ?? 500, got.headers);
      if (fault === 'none') got.pipe(response);
      else got.once('data', (chunk: Buffer) => cutAfter(response, chunk.subarray(0, chunk.length / 2)));
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan(...planned) {
      faults = planned;
      seen = 0;
    },
    seen: () => seen,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function cutAfter(response: ServerResponse, half: Buffer): void {
  response.write(half, () => response.destroy());
}
