import { waitWhenLimited } from '../../../src/client/wait-when-limited.ts';

const limited = (retryAfter: string) =>
  new Response('slow', { status: 429, headers: { 'retry-after': retryAfter } });

/** Returns these responses one after the other and records the request bodies. */
function server(responses: Response[]) {
  const bodies: string[] = [];
  const send = async (request: Request) => {
    bodies.push(await request.text());
    return responses.shift() ?? new Response('done');
  };
  return { bodies, send };
}

const request = () => new Request('http://localhost/x', { method: 'POST', body: 'the body' });

test('a rate-limited request is sent again with its body', async () => {
  const { bodies, send } = server([limited('0.001'), limited('0.001')]);
  const response = await waitWhenLimited(send, 5)(request());
  expect(await response.text()).toBe('done');
  expect(bodies).toEqual(['the body', 'the body', 'the body']);
});

test.each([
  ['after as many retries as allowed', 1, '0.001', 2],
  ['at once without retries', 0, '0.001', 1],
  ['at once without a valid Retry-After', 5, 'soon', 1],
])('the 429 is returned %s', async (_, retries, retryAfter, sent) => {
  const { bodies, send } = server(Array.from({ length: 10 }, () => limited(retryAfter)));
  const response = await waitWhenLimited(send, retries)(request());
  expect(response.status).toBe(429);
  expect(await response.text()).toBe('slow');
  expect(bodies).toHaveLength(sent);
});

test('an abort while waiting rejects at once, and nothing is sent again', async () => {
  const { bodies, send } = server([limited('86400')]);
  const gaveUp = new AbortController();
  const reason = new Error('enough');
  const leave = async (request: Request) => {
    const response = await send(request);
    setImmediate(() => gaveUp.abort(reason));
    return response;
  };
  const waiting = waitWhenLimited(leave, 5)(new Request(request(), { signal: gaveUp.signal }));
  await expect(waiting).rejects.toBe(reason);
  expect(bodies).toHaveLength(1);
});
