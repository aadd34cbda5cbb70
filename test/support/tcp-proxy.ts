import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be closed, or carry nothing any more, as networks do. */
export interface TcpProxy {
  port: number;
  /** Connections are refused, and those there are end. */
  close(): Promise<void>;
  /** Connections are taken and stay, and not a byte moves. */
  stall(): void;
  /** Open connections carry nothing from now on, without an error, as when the other machine is gone. */
  abandon(): void;
  /** New connections work again; abandoned ones do not. */
  open(): Promise<void>;
}

/** Listens on a loopback port of its own and passes everything on. */
export async function startTcpProxy({ host, port }: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const abandoned: Socket[] = [];
  let stalled = false;
  let server: Server;

  const listen = async (at: number) => {
    server = createServer((near) => {
      const far = connect({ host, port });
      const pair = [near, far] as const;
      pairs.add(pair);
      for (const socket of pair) {
        // Whatever ends one of them ends both.
        socket.on('error', () => {});
        socket.on('close', () => {
          pairs.delete(pair);
          for (const each of pair) each.destroy();
        });
      }
      near.on('data', (bytes) => far.write(bytes));
      far.on('data', (bytes) => near.write(bytes));
      if (stalled) for (const socket of pair) socket.pause();
    });
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  const own = await listen(0);
  return {
    port: own,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of [...[...pairs].flat(), ...abandoned]) socket.destroy();
      await closed;
    },
    stall() {
      stalled = true;
      for (const socket of [...pairs].flat()) socket.pause();
    },
    abandon() {
      for (const socket of [...pairs].flat()) socket.pause();
      abandoned.push(...[...pairs].flat());
      pairs.clear();
    },
    async open() {
      stalled = false;
      for (const socket of [...pairs].flat()) socket.resume();
      if (!server.listening) await listen(own);
    },
  };
}
