import { ThreadLost } from '../../../src/infra/thread-pool/pool-thread.ts';
import { StampingThread } from '../../../src/stamping-pool/stamping-thread.ts';

test('the task of a thread that ends fails with the reason, whatever the thread did before', async () => {
  const thread = new StampingThread(60_000);
  const ask = () => thread.perform({ action: 'fill', template: 'unknown', values: [] });
  const before = await Promise.allSettled([ask(), ask(), ask()]);
  expect(before.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(thread.load).toBe(0);

  const underWay = Promise.allSettled([ask(), ask(), ask()]);
  expect(thread.load).toBe(3);
  await thread.close();
  const reasons = (await underWay).map((outcome) => outcome.status === 'rejected' && outcome.reason);
  expect(reasons[0]).toMatchObject({ message: 'The service is stopping.' });
  expect(reasons.slice(1).every((reason) => reason instanceof ThreadLost)).toBe(true);
  expect(thread.load).toBe(0);
});
