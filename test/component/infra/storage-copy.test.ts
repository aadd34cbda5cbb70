import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { copyObjects } from '../../../src/cli/storage-copy/copy-objects.ts';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import type { ObjectStorage } from '../../../src/infra/object-storage/object-storage.ts';
import { createS3Storage } from '../../../src/infra/object-storage/s3-storage.ts';
import { testBucket, testFolder } from '../../support/stack/stack.ts';
import { connectS3 } from '../../support/storage/weed-server.ts';

const server = await testBucket();
const client = connectS3(server);
const bucket = createS3Storage({ client, bucket: server.bucket, prefix: 'ours/' });

afterAll(() => client.destroy());

const newFolder = async () => createFolderStorage(path.join(await testFolder('storage-copy'), 'files'));

async function contents(storage: ObjectStorage): Promise<Record<string, string>> {
  const keys = (await Array.fromAsync(storage.list(''))).toSorted();
  const sums = keys.map(async (key) =>
    createHash('sha256')
      .update(await storage.get(key))
      .digest('hex'),
  );
  return Object.fromEntries((await Promise.all(sums)).map((sum, index) => [keys[index], sum]));
}

test('a folder copied to a bucket and back to another folder is the same', async () => {
  const original = await newFolder();
  for (let index = 0; index < 40; index++) {
    await original.put(`t/${index}`, randomBytes(index === 0 ? 6_000_000 : index * 100));
  }
  const expected = await contents(original);
  const report = await copyObjects({ from: original, to: bucket });
  expect(report).toMatchObject({ copied: 40, present: 0, different: [] });
  const back = await newFolder();
  await copyObjects({ from: bucket, to: back });
  expect(await contents(back)).toEqual(expected);
});

test('an interrupted copy resumes: complete objects are skipped, others are copied again', async () => {
  const [from, to] = [await newFolder(), await newFolder()];
  for (const key of ['a', 'b', 'c']) await from.put(key, Buffer.from(`content of ${key}`));
  await to.put('a', Buffer.from('content of a'));
  await to.put('b', Buffer.from('CONTENT OF B'));
  expect(await copyObjects({ from, to })).toEqual({ copied: 2, present: 1, bytes: 24, different: [] });
  expect(await contents(to)).toEqual(await contents(from));
});

test('a copy with another checksum than the original is reported', async () => {
  const [from, honest] = [await newFolder(), await newFolder()];
  await from.put('a', Buffer.from('right'));
  const to: ObjectStorage = { ...honest, put: (key) => honest.put(key, Buffer.from('wrong')) };
  expect((await copyObjects({ from, to })).different).toEqual(['a']);
});

test('an error of one object ends the copy', async () => {
  const [from, to] = [await newFolder(), await newFolder()];
  await from.put('a', Buffer.from('x'));
  const broken: ObjectStorage = { ...to, put: () => Promise.reject(new Error('disk full')) };
  await expect(copyObjects({ from, to: broken })).rejects.toThrow('disk full');
});
