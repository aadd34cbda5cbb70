import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ObjectNotFound, type ObjectStorage } from '../../../src/infra/object-storage/object-storage.ts';

/** The contract of every adapter of the object storage port. `open` gives an empty storage. */
export function describeObjectStorage(name: string, open: () => Promise<ObjectStorage>): void {
  describe(`object storage: ${name}`, () => {
    let storage: ObjectStorage;

    beforeEach(async () => {
      storage = await open();
    });

    test('a stored object is read back, whole and by range', async () => {
      expect(await storage.put('a/b.pdf', Buffer.from('0123456789'))).toEqual({ size: 10 });
      expect(Buffer.from(await storage.get('a/b.pdf')).toString()).toBe('0123456789');
      expect((await buffer(await storage.getStream('a/b.pdf'))).toString()).toBe('0123456789');
      expect((await buffer(await storage.getStream('a/b.pdf', { start: 2, end: 4 }))).toString()).toBe('234');
      const found = await storage.find('a/b.pdf');
      expect(found).toMatchObject({ size: 10 });
      expect(Math.abs((found?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    });

    test('a stream is stored whole', async () => {
      await storage.put('stream', Readable.from([Buffer.alloc(100_000, 1), Buffer.alloc(50_000, 2)]));
      expect(await storage.find('stream')).toMatchObject({ size: 150_000 });
    });

    test('a stream that breaks off leaves nothing', async () => {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('cut');
        })(),
      );
      await expect(storage.put('broken', broken)).rejects.toThrow('cut');
      expect(await storage.find('broken')).toBeNull();
      expect(await Array.fromAsync(storage.list(''))).toEqual([]);
    });

    test('a second write-once put keeps the first', async () => {
      expect(await storage.putIfAbsent('doc', Buffer.from('first'))).toBe(true);
      expect(await storage.putIfAbsent('doc', Buffer.from('second'))).toBe(false);
      expect(Buffer.from(await storage.get('doc')).toString()).toBe('first');
    });

    test('of many write-once puts at the same time exactly one wins', async () => {
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, i) => storage.putIfAbsent('race', Buffer.from(`writer ${i}`))),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      const winner = results.indexOf(true);
      expect(Buffer.from(await storage.get('race')).toString()).toBe(`writer ${winner}`);
    });

    test('a missing object is said to be missing', async () => {
      await expect(storage.get('nothing')).rejects.toThrow(ObjectNotFound);
      await expect(storage.getStream('nothing')).rejects.toThrow(ObjectNotFound);
      expect(await storage.find('nothing')).toBeNull();
    });

    test('delete removes, and removing twice is no error', async () => {
      await storage.put('gone', Buffer.from('x'));
      await storage.delete('gone');
      await storage.delete('gone');
      expect(await storage.find('gone')).toBeNull();
    });

    test('list gives the keys under a prefix', async () => {
      for (const key of ['t/1', 't/2', 'd/1']) await storage.put(key, Buffer.from(key));
      expect((await Array.fromAsync(storage.list('t/'))).sort()).toEqual(['t/1', 't/2']);
    });

    test.each([
      '',
      '/etc/passwd',
      '../x',
      'a/../b',
      'a//b',
      'A',
      'a b',
      'a\0',
      '.hidden',
      'a/.x',
      'ü',
      'x'.repeat(600),
    ])('the key %j is rejected', async (key) => {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('Not an object key');
      await expect(storage.get(key)).rejects.toThrow('Not an object key');
    });

    test('check passes on a storage that can be written', async () => {
      await storage.check();
      expect(await Array.fromAsync(storage.list(''))).toEqual([]);
    });
  });
}
