import { type ApiClient, getData } from '../../src/client/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type ClientPlace, openToClients } from '../support/client.ts';
import { createUser, TEST_PASSWORD } from '../support/login.ts';

let time = Date.parse('2026-11-28T12:00:00Z');
let test_: TestApp;
let place: ClientPlace;
let statuses: number[];

beforeAll(async () => {
  const env = { RATE_LIMIT_PER_MINUTE: '2' };
  test_ = await startTestApp({ name: 'client-limits', env, clock: { now: () => new Date(time) } });
  place = await openToClients(test_);
});
afterAll(() => test_.close());

/** A client of a new account that has a second to go until it may ask again; a refusal lets that second pass. */
async function clientAtItsLimit(
  limitRetries: number,
  { isTimePassing = true }: { isTimePassing?: boolean } = {},
): Promise<ApiClient> {
  const { email } = await createUser(test_);
  const credentials = { email, password: TEST_PASSWORD };
  const session = await getData(place.client().POST('/api/auth/login', { body: credentials }));
  if (!('accessToken' in session)) throw new Error('no session');
  statuses = [];
  const api = place.client({
    accessToken: session.accessToken,
    limitRetries,
    fetch: async (request) => {
      const response = await fetch(request);
      statuses.push(response.status);
      if (response.status === 429 && isTimePassing)
        time += Number(response.headers.get('retry-after')) * 1000;
      return response;
    },
  });
  await getData(api.GET('/api/me'));
  await getData(api.GET('/api/me'));
  time += 59_000;
  return api;
}

const body = { name: 'Nightly', scopes: ['read' as const] };

test('a client that may wait sends the same request again when it is told to', async () => {
  const api = await clientAtItsLimit(1);
  expect(await getData(api.POST('/api/me/api-keys', { body }))).toMatchObject(body);
  expect(statuses).toEqual([200, 200, 429, 200]);
});

test('one that may not is told when to come back', async () => {
  const api = await clientAtItsLimit(0);
  const { error, response } = await api.POST('/api/me/api-keys', { body });
  expect([response.status, response.headers.get('retry-after'), error?.code]).toEqual([
    429,
    '1',
    'RATE_LIMITED',
  ]);
  expect(statuses).toEqual([200, 200, 429]);
  expect(await getData(api.GET('/api/me/api-keys'))).toEqual([]);
});

test('it gives up when its tries are used up', async () => {
  const api = await clientAtItsLimit(1, { isTimePassing: false });
  await expect(getData(api.GET('/api/me'))).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(statuses).toEqual([200, 200, 429, 429]);
});
