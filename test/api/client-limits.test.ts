import { getData } from '../../src/client/client.ts';
import { startTestApp } from '../support/app.ts';
import { openToClients } from '../support/client.ts';
import { createTestClock } from '../support/clock.ts';
import { createUser, TEST_PASSWORD } from '../support/login.ts';

const clock = createTestClock('2026-11-28T12:00:00Z');

const env = { RATE_LIMIT_PER_MINUTE: '2' };
const api = await startTestApp({ name: 'client-limits', env, clock });
const clients = await openToClients(api);

/** A client of a new account whose rate limit frees a request after one second; a 429 lets that second pass. */
async function clientAtItsLimit(
  limitRetries: number,
  { isTimePassing = true }: { isTimePassing?: boolean } = {},
) {
  const { email } = await createUser(api);
  const credentials = { email, password: TEST_PASSWORD };
  const session = await getData(clients.client().POST('/api/auth/login', { body: credentials }));
  if (!('accessToken' in session)) throw new Error('no session');
  /** Of its responses, in order. */
  const statuses: number[] = [];
  const client = clients.client({
    accessToken: session.accessToken,
    limitRetries,
    fetch: async (request) => {
      const response = await fetch(request);
      statuses.push(response.status);
      if (response.status === 429 && isTimePassing)
        clock.time += Number(response.headers.get('retry-after')) * 1000;
      return response;
    },
  });
  await getData(client.GET('/api/me'));
  await getData(client.GET('/api/me'));
  clock.time += 59_000;
  return { client, statuses };
}

const body = { name: 'Nightly', scopes: ['read' as const] };

test('a client with retries sends a rate-limited request again after Retry-After', async () => {
  const { client, statuses } = await clientAtItsLimit(1);
  expect(await getData(client.POST('/api/me/api-keys', { body }))).toMatchObject(body);
  expect(statuses).toEqual([200, 200, 429, 200]);
});

test('a client without retries gets the error with Retry-After', async () => {
  const { client, statuses } = await clientAtItsLimit(0);
  const { error, response } = await client.POST('/api/me/api-keys', { body });
  expect([response.status, response.headers.get('retry-after'), error?.code]).toEqual([
    429,
    '1',
    'RATE_LIMITED',
  ]);
  expect(statuses).toEqual([200, 200, 429]);
  expect(await getData(client.GET('/api/me/api-keys'))).toEqual([]);
});

test('it gives up when its tries are used up', async () => {
  const { client, statuses } = await clientAtItsLimit(1, { isTimePassing: false });
  await expect(getData(client.GET('/api/me'))).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(statuses).toEqual([200, 200, 429, 429]);
});
