import { once } from 'node:events';
import { type AddressInfo, createConnection } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { trackResponses } from '../../../src/http/pending-responses.ts';
import { serverOptions } from '../../../src/http/server-options.ts';
import { createLogger } from '../../../src/infra/logger.ts';

const logger = createLogger({ LOG_LEVEL: 'silent' });

test('data after a request is not rejected in the middle of its response', async () => {
  const app = Fastify(serverOptions({ logger, maxJsonBytes: 1024, trustedProxies: '' }));
  trackResponses(app.server);
  const body = new PassThrough();
  app.get('/', (_request, reply) => reply.header('content-length', 10).send(body));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = createConnection({ port, host: '127.0.0.1' });
  try {
    body.write('first');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    app.server.once('clientError', () => body.end(' rest'));
    socket.write('GARBAGE\r\n\r\n');
    expect(await text(socket)).toMatch(/\r\n\r\nfirst restHTTP\/1\.1 400 /);
  } finally {
    socket.destroy();
    await app.close();
  }
});
