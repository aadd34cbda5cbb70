import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterFile } from './runner/after-file.ts';
import { until } from './until.ts';

/** A server that responds to a request when the test says so. It closes after the test file. */
export interface HeldRequests {
  /** Sends GET /`name`; resolves when its handler waits. */
  ask(name: string): Promise<Socket>;
  /** Lets the handler continue and respond. */
  letGo(name: string): void;
  /** Ends a connection; resolves when the server knows. */
  breakOff(socket: Socket): Promise<void>;
}

/** `install` adds the code under test, and can define actions of handlers before and after they wait. */
export async function holdRequests(
  install: (app: FastifyInstance) => {
    before?: (request: FastifyRequest, name: string) => void;
    after?: (request: FastifyRequest, name: string) => void;
  },
): Promise<HeldRequests> {
  const app = Fastify();
  const { before, after } = install(app);
  const waiting = new Map<string, () => void>();
  const sockets: Socket[] = [];
  app.get<{ Params: { name: string } }>('/:name', async (request) => {
    const { name } = request.params;
    before?.(request, name);
    await new Promise<void>((resolve) => waiting.set(name, resolve));
    after?.(request, name);
    return { name };
  });
  afterFile(async () => {
    for (const go of waiting.values()) go();
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const count = () => new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)));
  return {
    async ask(name) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write(`GET /${name} HTTP/1.1\r\nHost: here\r\n\r\n`);
      await until(() => waiting.has(name));
      return socket;
    },
    letGo: (name) => waiting.get(name)?.(),
    async breakOff(socket) {
      const before = await count();
      socket.destroy();
      await until(async () => (await count()) < before);
    },
  };
}
