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

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Sends a text and reads until so many answers are there. */
async function exchange(socket: Socket, text: string, answers: number): Promise<string> {
  let read = '';
  socket.write(text);
  while (read.split('HTTP/1.1 200').length <= answers) read += String((await once(socket, 'data'))[0]);
  return read;
}

test('what arrives in one turn has all arrived before any of it is handled', async () => {
  const answers = await exchange(await open(), get('/one') + get('/other'), 2);
  expect(steps).toEqual(['arrived /one', 'arrived /other', 'handled /one', 'handled /other']);
  expect(answers).toMatch(/\/one[\s\S]*\/other/);
});

test('a request whose connection is gone before its turn comes is not handled', async () => {
  server.on('request', (request) => {
    if (request.url === '/gone') request.destroy();
  });
  const gone = await open();
  const closed = once(gone, 'close');
  gone.write(get('/gone'));
  await closed;
  await exchange(await open(), get('/stays'), 1);
  expect(steps).toContain('handled /stays');
  expect(steps).toContain('arrived /gone');
  expect(steps).not.toContain('handled /gone');
});

test('a server with another number of listeners is refused', () => {
  expect(() => handleByTurns(createServer())).toThrow('Exactly one listener');
});
