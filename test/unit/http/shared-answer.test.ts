import Fastify from 'fastify';
import { createSharedAnswer } from '../../../src/http/shared-answer.ts';

/** Two routes that send the list of the moment, by schemas that show different members. */
async function startApp(answerOf: () => object) {
  const app = Fastify();
  for (const member of ['name', 'size']) {
    const send = createSharedAnswer();
    const item = { type: 'object', properties: { [member]: { type: 'string' } } };
    const schema = { response: { 200: { type: 'array', items: item } } };
    app.get(`/${member}`, { schema }, async (_request, reply) => send(reply, answerOf()));
  }
  await app.ready();
  return { app, get: (url: string) => app.inject({ url }) };
}

test('an object that is sent twice is read once; another one is read for itself', async () => {
  let reads = 0;
  const listOf = (name: string) => [
    {
      get name() {
        reads += 1;
        return name;
      },
    },
  ];
  let answer = listOf('one');
  const { app, get } = await startApp(() => answer);
  const [first, second] = [await get('/name'), await get('/name')];
  const readsOfOne = reads;
  answer = listOf('two');
  const third = await get('/name');
  expect([first, second, third].map(({ body }) => body)).toEqual([
    '[{"name":"one"}]',
    '[{"name":"one"}]',
    '[{"name":"two"}]',
  ]);
  expect(readsOfOne).toBeGreaterThan(0);
  expect(reads).toBe(2 * readsOfOne);
  expect(second.headers.etag).toBe(first.headers.etag);
  expect(third.headers.etag).not.toBe(first.headers.etag);
  expect(second.headers['content-type']).toBe('application/json; charset=utf-8');
  await app.close();
});

test('each route sends by its own schema', async () => {
  const answer = [{ name: 'one', size: 'large', secret: 'none of theirs' }];
  const { app, get } = await startApp(() => answer);
  expect((await get('/name')).body).toBe('[{"name":"one"}]');
  expect((await get('/size')).body).toBe('[{"size":"large"}]');
  await app.close();
});
