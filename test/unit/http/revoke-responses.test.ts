import { once } from 'node:events';
import { installResponseRevocation } from '../../../src/http/revoke-responses.ts';
import { type HeldRequests, holdRequests } from '../../support/held-requests.ts';
import { until } from '../../support/until.ts';

let held: HeldRequests;
let checks: Map<string, number>;

const timesAsked = (name: string) => checks.get(name) ?? 0;

/** Requests named late are watched when their handler continues, others when they arrive. */
beforeEach(async () => {
  checks = new Map();
  held = await holdRequests((app) => {
    const revocation = installResponseRevocation(app, 20);
    const ask = async (name: string) => Boolean(checks.set(name, timesAsked(name) + 1));
    return {
      before: (request, name) => name !== 'late' && revocation.watch(request, () => ask(name)),
      after: (request, name) => name === 'late' && revocation.watch(request, () => ask(name)),
    };
  });
  await held.ask('kept');
});
afterEach(() => held.close());

/** The rounds in which another one is asked about are rounds for all. */
async function passRounds(): Promise<void> {
  const before = timesAsked('kept');
  await until(() => timesAsked('kept') >= before + 3);
}

/** Whether it is still asked about; one round may have been under way. */
async function isAskedAbout(name: string): Promise<boolean> {
  await passRounds();
  const before = timesAsked(name);
  await passRounds();
  return timesAsked(name) > before;
}

test('a running response is checked until it ends', async () => {
  const socket = await held.ask('long');
  expect(await isAskedAbout('long')).toBe(true);
  held.letGo('long');
  await once(socket, 'data');
  expect(await isAskedAbout('long')).toBe(false);
});

test('a response whose connection closed is no longer checked', async () => {
  await held.breakOff(await held.ask('broken'));
  expect(await isAskedAbout('broken')).toBe(false);
});

test('nor is one whose connection closed before authentication', async () => {
  await held.breakOff(await held.ask('late'));
  held.letGo('late');
  expect(await isAskedAbout('late')).toBe(false);
});

test('a new response on the same connection is checked', async () => {
  const first = await held.ask('first');
  held.letGo('first');
  await once(first, 'data');
  await held.ask('second');
  await held.breakOff(first);
  expect(await isAskedAbout('second')).toBe(true);
});
