import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ObjectStorage } from '../../../src/infra/object-storage/object-storage.ts';
import { findS3Advice } from '../../../src/infra/object-storage/s3-errors.ts';
import { createS3Storage } from '../../../src/infra/object-storage/s3-storage.ts';
import { afterFile } from '../../support/runner/after-file.ts';
import { testBucket } from '../../support/stack/stack.ts';
import { startFaultyProxy } from '../../support/storage/faulty-proxy.ts';
import { describeObjectStorage } from '../../support/storage/object-storage-port.ts';
import { connectS3, S3_KEYS } from '../../support/storage/weed-server.ts';

const server = await testBucket();
const proxy = await startFaultyProxy(server.endpoint);
const client = connectS3(server);

afterFile(async () => {
  client.destroy();
  await proxy.stop();
});

const openAt = (prefix: string, through: S3Client = client): ObjectStorage =>
  createS3Storage({ client: through, bucket: server.bucket, prefix });

/** A storage of its own in the shared bucket, beside those of other tests. */
function openEmpty(through: S3Client = client): ObjectStorage {
  return openAt(`installation-${randomUUID()}/`, through);
}

describeObjectStorage('S3', async () => openEmpty());

test('without a prefix keys are those of the bucket', async () => {
  await openAt('of-one/').put('one', Buffer.from('1'));
  expect(await openAt('').find('of-one/one')).toMatchObject({ size: 1 });
});

test('a large stream goes up in parts and comes down as it was', async () => {
  const storage = openEmpty();
  const parts = Array.from({ length: 12 }, () => randomBytes(1024 * 1024));
  const sent = createHash('sha256');
  for (const part of parts) sent.update(part);
  expect(await storage.put('large', Readable.from(parts))).toEqual({ size: 12 * 1024 * 1024 });
  const got = createHash('sha256').update(await buffer(await storage.getStream('large')));
  expect(got.digest('hex')).toBe(sent.digest('hex'));
});

test('a large stream that breaks off leaves neither object nor parts', async () => {
  const storage = openEmpty();
  const broken = Readable.from(
    (async function* () {
      for (let part = 0; part < 12; part++) yield randomBytes(1024 * 1024);
      throw new Error('cut');
    })(),
  );
  await expect(storage.put('broken', broken)).rejects.toThrow('cut');
  expect(await storage.find('broken')).toBeNull();
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: server.bucket }));
  expect(Uploads).toEqual([]);
});

test('a list longer than a page of the server is whole', async () => {
  const storage = openEmpty();
  const keys = Array.from({ length: 1_050 }, (_, index) => `k/${index}`);
  for (let from = 0; from < keys.length; from += 50) {
    await Promise.all(keys.slice(from, from + 50).map((key) => storage.put(key, Buffer.from('x'))));
  }
  expect((await Array.fromAsync(storage.list('k/'))).toSorted()).toEqual(keys.toSorted());
});

describe('a server with faults', () => {
  const throughProxy = () => openEmpty(connectS3(proxy));

  test.each(['unavailable', 'silence'] as const)('%s twice: tried again, and done once', async (fault) => {
    const storage = throughProxy();
    proxy.plan(fault, fault);
    await storage.put('a', Buffer.from('done'));
    expect(proxy.seen()).toBe(3);
    expect(Buffer.from(await storage.get('a')).toString()).toBe('done');
  });

  test('unavailable through all retries: an error, and nothing stored', async () => {
    const storage = throughProxy();
    proxy.plan(...Array<'unavailable'>(20).fill('unavailable'));
    await expect(storage.putIfAbsent('a', Buffer.from('x'))).rejects.toThrow();
    proxy.plan();
    expect(await storage.find('a')).toBeNull();
  });

  test('a response that is cut in the middle is an error, never a short file', async () => {
    const storage = throughProxy();
    proxy.plan();
    await storage.put('a', randomBytes(300_000));
    proxy.plan('half');
    await expect(storage.get('a')).rejects.toThrow();
    proxy.plan('half');
    await expect(buffer(await storage.getStream('a'))).rejects.toThrow();
  });
});

describe('a rejected request says what to do', () => {
  const rejection = async (storage: ObjectStorage) =>
    findS3Advice(
      await storage.check().then(
        () => null,
        (error: unknown) => error,
      ),
    );

  test('a bucket that does not exist', async () => {
    const storage = createS3Storage({ client, bucket: 'nobody-made-this', prefix: '' });
    expect(await rejection(storage)).toMatch('create it');
  });

  test('an unknown access key', async () => {
    const credentials = { accessKeyId: 'someone', secretAccessKey: 'x' };
    expect(await rejection(openEmpty(connectS3({ ...server, credentials })))).toMatch('AWS_ACCESS_KEY_ID');
  });

  test('a wrong secret', async () => {
    const credentials = { ...S3_KEYS, secretAccessKey: 'wrong' };
    expect(await rejection(openEmpty(connectS3({ ...server, credentials })))).toMatch(
      'AWS_SECRET_ACCESS_KEY',
    );
  });
});
