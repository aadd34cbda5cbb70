import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { handleByTurns } from '../../../src/http/request-turns.ts';

const sockets: Socket[] = [];
let server: Server;
let steps: string[];

beforeEach(async () => {
  steps = [];
  server = createServer((request, response) => {
    steps.push(`handled ${request.url}`);
    response.end(request.url);
  });
  handleByTurns(server);
  server.on('request', (request) => steps.push(`arrived ${request.url}`));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  await once(server, 'close');
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Written at once, so that the server finds all of them in one turn of the loop that both share. */
async function ask(requests: readonly [Socket, string][]): Promise<string[]> {
  const answers = requests.map(async ([socket]) => String((await once(socket, 'data'))[0]));
  for (const [socket, url] of requests) socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return (await Promise.all(answers)).map((answer) => answer.slice(answer.indexOf('\r\n\r\n')).trim());
}

test('what arrives in one turn has all arrived before any of it is handled', async () => {
  const [one, other] = [await open(), await open()];
  // A first request each, so that both connections are known to the server.
  for (const socket of [one, other]) await ask([[socket, '/before']]);
  steps.length = 0;
  const [first, second] = await ask([
    [one, '/one'],
    [other, '/other'],
  ]);
  expect(first).toContain('/one');
  expect(second).toContain('/other');
  expect(steps.slice(0, 2).map((step) => step.split(' ')[0])).toEqual(['arrived', 'arrived']);
  expect(steps.slice(2)).toEqual(steps.slice(0, 2).map((step) => step.replace('arrived', 'handled')));
});

test('a request whose connection is gone before its turn comes is not handled', async () => {
  server.on('request', (request) => {
    if (request.url === '/gone') request.destroy();
  });
  const [gone, stays] = [await open(), await open()];
  for (const socket of [gone, stays]) await ask([[socket, '/before']]);
  steps.length = 0;
  const closed = once(gone, 'close');
  gone.on('error', () => undefined);
  gone.write('GET /gone HTTP/1.1\r\nHost: x\r\n\r\n');
  await ask([[stays, '/stays']]);
  await closed;
  expect(steps).toContain('handled /stays');
  expect(steps).toContain('arrived /gone');
  expect(steps).not.toContain('handled /gone');
});

test('a server with another number of listeners is refused', () => {
  expect(() => handleByTurns(createServer())).toThrow('Exactly one listener');
});
