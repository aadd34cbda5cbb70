import { waitWhenLimited } from '../../../src/client/wait-when-limited.ts';

const limited = (retryAfter: string) =>
  new Response('slow', { status: 429, headers: { 'retry-after': retryAfter } });

/** Answers these one after the other and keeps the bodies it was sent. */
function server(answers: Response[]) {
  const bodies: string[] = [];
  const send = async (request: Request) => {
    bodies.push(await request.text());
    return answers.shift() ?? new Response('done');
  };
  return { bodies, send };
}

const request = () => new Request('http://localhost/x', { method: 'POST', body: 'the body' });

test('what was limited is sent again, body and all', async () => {
  const { bodies, send } = server([limited('0.001'), limited('0.001')]);
  const response = await waitWhenLimited(send, 5)(request());
  expect(await response.text()).toBe('done');
  expect(bodies).toEqual(['the body', 'the body', 'the body']);
});

test.each([
  ['after as many retries as allowed', 1, '0.001', 2],
  ['at once without retries', 0, '0.001', 1],
  ['at once when nobody says when to come back', 5, 'soon', 1],
])('the refusal is answered %s', async (_, retries, retryAfter, sent) => {
  const { bodies, send } = server(Array.from({ length: 10 }, () => limited(retryAfter)));
  const response = await waitWhenLimited(send, retries)(request());
  expect(response.status).toBe(429);
  expect(await response.text()).toBe('slow');
  expect(bodies).toHaveLength(sent);
});

test('who gives up while it waits is told at once, and nothing is sent again', async () => {
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
