import { createSharedRead } from '../../../src/infra/shared-read.ts';

/** A read whose answers come when the test says so. */
function manual() {
  const pending: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = createSharedRead(
    (key: string) =>
      new Promise<string>((answer, fail) => {
        pending.push({ key, answer, fail });
      }),
  );
  return { read, pending };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('whoever comes during a read gets the next one, all of them the same', async () => {
  const { read, pending } = manual();
  const first = read('a');
  await settled();
  const [second, third] = [read('a'), read('a')];
  await settled();
  expect(pending).toHaveLength(1);
  pending[0]?.answer('before');
  expect(await first).toBe('before');
  await settled();
  expect(pending).toHaveLength(2);
  pending[1]?.answer('after');
  expect(await Promise.all([second, third])).toEqual(['after', 'after']);
});

test('those who come in one turn share one read, which begins after they came', async () => {
  const { read, pending } = manual();
  const both = [read('a'), read('a')];
  expect(pending).toHaveLength(0);
  await settled();
  expect(pending).toHaveLength(1);
  pending[0]?.answer('now');
  expect(await Promise.all(both)).toEqual(['now', 'now']);
});

test('keys do not wait for each other', async () => {
  const { read, pending } = manual();
  const [a, b] = [read('a'), read('b')];
  await settled();
  expect(pending.map(({ key }) => key)).toEqual(['a', 'b']);
  pending[1]?.answer('b');
  expect(await b).toBe('b');
  pending[0]?.answer('a');
  expect(await a).toBe('a');
});

test('a read that fails fails for its own readers alone', async () => {
  const { read, pending } = manual();
  const first = read('a');
  await settled();
  const second = read('a');
  pending[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settled();
  pending[1]?.answer('back');
  expect(await second).toBe('back');
});

test('a read that ended is not shared with who comes later', async () => {
  const { read, pending } = manual();
  const first = read('a');
  await settled();
  pending[0]?.answer('old');
  await first;
  const later = read('a');
  await settled();
  pending[1]?.answer('new');
  expect(await later).toBe('new');
});
