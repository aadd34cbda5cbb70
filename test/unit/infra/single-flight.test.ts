import { createSingleFlight } from '../../../src/infra/single-flight.ts';

/** A read whose results the test gives by hand. */
function manualRead() {
  const pending: { key: string; resolve: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = createSingleFlight(
    (key: string) =>
      new Promise<string>((resolve, fail) => {
        pending.push({ key, resolve, fail });
      }),
  );
  return { read, pending };
}

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

test('callers of one turn share one read, which begins after they called', async () => {
  const { read, pending } = manualRead();
  const both = [read('a'), read('a')];
  expect(pending).toHaveLength(0);
  await endOfTurn();
  expect(pending).toHaveLength(1);
  pending[0]?.resolve('now');
  expect(await Promise.all(both)).toEqual(['now', 'now']);
});

test('a caller that comes during a read gets a read of its own, never an older result', async () => {
  const { read, pending } = manualRead();
  const first = read('a');
  await endOfTurn();
  const second = read('a');
  await endOfTurn();
  expect(pending).toHaveLength(2);
  pending[1]?.resolve('after');
  pending[0]?.resolve('before');
  expect(await Promise.all([first, second])).toEqual(['before', 'after']);
});

test('keys do not wait for each other', async () => {
  const { read, pending } = manualRead();
  const [a, b] = [read('a'), read('b')];
  await endOfTurn();
  expect(pending.map(({ key }) => key)).toEqual(['a', 'b']);
  pending[1]?.resolve('b');
  expect(await b).toBe('b');
  pending[0]?.resolve('a');
  expect(await a).toBe('a');
});

test('a failed read fails for its own callers only', async () => {
  const { read, pending } = manualRead();
  const first = read('a');
  await endOfTurn();
  const second = read('a');
  pending[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await endOfTurn();
  pending[1]?.resolve('back');
  expect(await second).toBe('back');
});
