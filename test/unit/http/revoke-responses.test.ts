import { once } from 'node:events';
import { installResponseRevocation } from '../../../src/http/revoke-responses.ts';
import { holdRequests } from '../../support/held-requests.ts';
import { until } from '../../support/until.ts';

/** Requests named late are watched when their handler continues, others when they arrive. */
async function watchedRequests() {
  const checks = new Map<string, number>();
  const timesAsked = (name: string) => checks.get(name) ?? 0;
  const held = await holdRequests((app) => {
    const revocation = installResponseRevocation(app, 20);
    const ask = async (name: string) => Boolean(checks.set(name, timesAsked(name) + 1));
    return {
      before: (request, name) => name !== 'late' && revocation.watch(request, () => ask(name)),
      after: (request, name) => name === 'late' && revocation.watch(request, () => ask(name)),
    };
  });
  await held.ask('kept');

  /** Every round checks all requests, so the checks of one count the rounds. */
  const passRounds = async (): Promise<void> => {
    const before = timesAsked('kept');
    await until(() => timesAsked('kept') >= before + 3);
  };

  /** Whether a request is still checked; one round may have been under way. */
  const isAskedAbout = async (name: string): Promise<boolean> => {
    await passRounds();
    const before = timesAsked(name);
    await passRounds();
    return timesAsked(name) > before;
  };

  return { held, isAskedAbout };
}

test('a running response is checked until it ends', async () => {
  const { held, isAskedAbout } = await watchedRequests();
  const socket = await held.ask('long');
  expect(await isAskedAbout('long')).toBe(true);
  held.letGo('long');
  await once(socket, 'data');
  expect(await isAskedAbout('long')).toBe(false);
});

test('a response whose connection closed is no longer checked', async () => {
  const { held, isAskedAbout } = await watchedRequests();
  await held.breakOff(await held.ask('broken'));
  expect(await isAskedAbout('broken')).toBe(false);
});

test('nor is one whose connection closed before authentication', async () => {
  const { held, isAskedAbout } = await watchedRequests();
  await held.breakOff(await held.ask('late'));
  held.letGo('late');
  expect(await isAskedAbout('late')).toBe(false);
});

test('a new response on the same connection is checked', async () => {
  const { held, isAskedAbout } = await watchedRequests();
  const first = await held.ask('first');
  held.letGo('first');
  await once(first, 'data');
  await held.ask('second');
  await held.breakOff(first);
  expect(await isAskedAbout('second')).toBe(true);
});
