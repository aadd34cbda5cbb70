import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterFile } from '../after-file.ts';

let openedIn: string | null = null;

/** A typical helper: keeps something for the tests of one file, and fails when another file still has it. */
export function keepForFile(file: string): void {
  if (openedIn !== null && openedIn !== file) throw new Error(`${openedIn} has not closed it`);
  openedIn = file;
  afterFile(() => {
    openedIn = null;
  });
}

/** Tests with one fault each, and one without. */
export function defineTests(file: string): void {
  test('hangs', () => new Promise(() => {}), 200);

  test('throws where no one waits', async () => {
    setTimeout(() => {
      throw new Error('from a timer');
    });
    await delay(50);
  });

  test('has a response that no route describes', async () => {
    const headers = { 'x-request-id': '1', 'referrer-policy': 'none', 'content-type': 'application/json' };
    const server = createServer((_, response) => response.writeHead(418, headers).end('{}'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/templates`);
    server.close();
  });

  describe('set-up', () => {
    beforeAll(() => {
      throw new Error('no set-up');
    });
    test('has failed', () => {});
  });

  test('is right', () => {
    keepForFile(file);
    expect({ count: 1, list: [], at: new Date() }).toEqual({
      count: expect.any(Number),
      list: expect.any(Array),
      at: expect.any(Date),
    });
    expect(() => new URL('nowhere')).toThrow(TypeError);
  });
}
