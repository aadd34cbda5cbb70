import { once } from 'node:events';
import type { PassThrough } from 'node:stream';
import { readArchive, withStamping } from '../../support/stamping/harness.ts';
import { until } from '../../support/until.ts';

const manyRows = `Name,City\n${'Anna,Bergen\n'.repeat(20_000)}`;

test('a client that hangs up stops the work, and the next job gets its turn', async () => {
  await withStamping({}, async ({ service, request, usage }) => {
    const gone = new AbortController();
    const { archive } = await service.stamp(await request(manyRows, { signal: gone.signal }));
    archive.on('error', () => {});
    await once(archive, 'readable');
    gone.abort(new Error('hung up'));
    await new Promise((resolve) => archive.once('close', resolve));
    // Two turns an account: were the first still taken, the second of these would never begin.
    const next = await Promise.all([
      service.stamp(await request('Name\nA\n')),
      service.stamp(await request('Name\nB\n')),
    ]);
    for (const { archive: small } of next) await readArchive(small);
    // Documents sent before the hang-up are counted, once; the rest is not. An archive can be read before it is counted.
    await until(() => usage.length >= 3);
    const [hungUp, ...others] = usage.map((record) => record.actions);
    expect(hungUp).toBeGreaterThan(0);
    expect(hungUp).toBeLessThan(20_000);
    expect(others).toEqual([1, 1]);
  });
});

test('a client that is gone before the first byte stops the work', async () => {
  await withStamping({}, async ({ service, request }) => {
    const gone = new AbortController();
    const stamp = service.stamp(await request(manyRows, { signal: gone.signal }));
    gone.abort(new Error('hung up'));
    await expect(stamp).rejects.toThrow('hung up');
  });
});

test('a reader that does not read stops the stamping instead of filling the memory', async () => {
  await withStamping({}, async ({ service, request }) => {
    const gone = new AbortController();
    const { archive } = await service.stamp(await request(manyRows, { signal: gone.signal }));
    archive.on('error', () => {});
    const waiting = archive as PassThrough;
    await once(archive, 'readable');
    let before = -1;
    while (waiting.readableLength + waiting.writableLength !== before) {
      before = waiting.readableLength + waiting.writableLength;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(before).toBeLessThan(8 * 1024 * 1024);
    gone.abort(new Error('enough'));
  });
});
