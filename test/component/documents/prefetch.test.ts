import { text } from 'node:stream/consumers';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import type { ObjectStorage } from '../../../src/infra/object-storage/object-storage.ts';
import { prefetch } from '../../../src/modules/documents/archive/prefetch.ts';
import { testFolder } from '../../support/stack/stack.ts';

const MIB = 1024 * 1024;

const storage = await createFolderStorage(await testFolder('prefetch'));

async function store(count: number) {
  const objects = Array.from({ length: count }, (_, index) => ({ storageKey: `prefetch/${index}`, size: 3 }));
  for (const { storageKey } of objects) await storage.put(storageKey, Buffer.from(storageKey));
  return objects;
}

async function contents(objects: readonly { storageKey: string; size: number }[], from = storage) {
  const found: string[] = [];
  for await (const { object, source } of prefetch(from, objects))
    found.push(`${object.storageKey}=${await text(source)}`);
  return found;
}

test('each object comes once, in order, small or large', async () => {
  const objects = (await store(20)).map((each, index) => (index % 3 ? each : { ...each, size: 2 * MIB }));
  expect(await contents(objects)).toEqual(objects.map(({ storageKey }) => `${storageKey}=${storageKey}`));
});

test('while the first object is read, exactly the next seven are read too', async () => {
  const objects = await store(20);
  const asked: string[] = [];
  const { promise: eightAreAsked, resolve } = Promise.withResolvers<void>();
  const get: ObjectStorage['get'] = async (key) => {
    if (asked.push(key) === 8) resolve();
    await eightAreAsked;
    return storage.get(key);
  };
  const reading = prefetch({ ...storage, get }, objects);
  await reading.next();
  expect(asked).toEqual(objects.slice(0, 8).map(({ storageKey }) => storageKey));
  await reading.return(undefined);
});

test('a missing object fails in its turn', async () => {
  const objects = await store(4);
  await storage.delete('prefetch/2');
  const found: string[] = [];
  const reading = async () => {
    for await (const { object } of prefetch(storage, objects)) found.push(object.storageKey);
  };
  await expect(reading()).rejects.toThrow('prefetch/2');
  expect(found).toEqual(['prefetch/0', 'prefetch/1']);
});
