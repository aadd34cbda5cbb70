import { createServer } from 'node:net';

/**
 * A free TCP port on loopback. The preferred ones are tried first, so that URLs stay the same after a restart. Another
 * program may still take the port before the caller binds it: callers retry.
 */
export async function findFreePort(...preferred: readonly number[]): Promise<number> {
  for (const port of preferred) {
    if ((await probe(port)) === port) return port;
  }
  const port = await probe(0);
  if (port === undefined)
    throw new Error('No free TCP port on 127.0.0.1: close some programs and start again.');
  return port;
}

function probe(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
