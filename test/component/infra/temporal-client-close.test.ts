import { once } from 'node:events';
import { createServer } from 'node:net';
import { createTemporalClient } from '../../../src/infra/temporal/temporal-client.ts';

test('a Temporal client that is closed while the server is away ends its calls first and begins none', async () => {
  // A port without a listener: each call is tried again until its time is over.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  const address = `127.0.0.1:${port}`;
  const temporal = createTemporalClient({ address, namespace: 'default', taskQueue: 'none' });
  const ends: string[] = [];
  const call = temporal.cancelRun('evt_1').catch(() => void ends.push('call'));
  await temporal.close();
  ends.push('closed');
  await call;
  expect(ends).toEqual(['call', 'closed']);
  await expect(temporal.cancelRun('evt_1')).rejects.toThrow('stopping');
});
