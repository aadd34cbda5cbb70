import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { findFreePort } from '../../../src/dev/free-port.ts';

test('takes the preferred port when it is free and another one when it is not', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const other = await findFreePort(port);
  expect(other).not.toBe(port);
  server.close();
  await once(server, 'close');
  expect(await findFreePort(port)).toBe(port);
});
