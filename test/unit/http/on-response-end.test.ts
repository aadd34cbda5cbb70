import { once } from 'node:events';
import { Readable } from 'node:stream';
import { onResponseEnd } from '../../../src/http/on-response-end.ts';
import { holdRequests } from '../../support/held-requests.ts';
import { until } from '../../support/until.ts';

/** `over`: the requests that have ended. `framework`: those that Fastify reports. */
async function observedRequests() {
  const over: string[] = [];
  const framework: string[] = [];
  const held = await holdRequests((app) => {
    onResponseEnd(app, ({ url }, _reply, status) => over.push(`${url} ${status}`));
    app.addHook('onResponse', async ({ url }) => void framework.push(url));
    app.get('/endless', (_request, reply) => reply.send(Readable.from(endless())));
    app.get('/conflict', (_request, reply) => reply.code(409).send());
    return {};
  });
  return { held, over, framework };
}

async function* endless() {
  for (;;) yield 'more and more '.repeat(1000);
}

test('a request ends once, with its response', async () => {
  const { held, over } = await observedRequests();
  const socket = await held.ask('long');
  expect(over).toEqual([]);
  held.letGo('long');
  await once(socket, 'data');
  await until(() => over.length === 1);
  // The same connection goes on.
  socket.write('GET /conflict HTTP/1.1\r\nHost: here\r\n\r\n');
  await until(() => over.length === 2);
  await held.breakOff(socket);
  expect(over).toEqual(['/long 200', '/conflict 409']);
});

test('a request whose connection closes before the response ends then', async () => {
  const { held, over, framework } = await observedRequests();
  await held.breakOff(await held.ask('broken'));
  await until(() => over.length === 1);
  held.letGo('broken');
  const other = await held.ask('other');
  held.letGo('other');
  await once(other, 'data');
  await until(() => over.length === 2);
  expect(over).toEqual(['/broken 499', '/other 200']);
  // The reason for this module: when Fastify calls `onResponse` here, use that hook instead.
  expect(framework).toEqual(['/other']);
});

test('a request whose connection closes during the response ends then', async () => {
  const { held, over } = await observedRequests();
  const socket = await held.ask('first');
  held.letGo('first');
  await once(socket, 'data');
  socket.write('GET /endless HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(socket, 'data');
  await held.breakOff(socket);
  await until(() => over.length === 2);
  expect(over).toEqual(['/first 200', '/endless 499']);
});
