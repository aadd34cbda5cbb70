import { randomBytes } from 'node:crypto';
import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { createZipWriter } from '../../../src/stamping/zip.ts';
import { createZipBase, encodeEntry } from '../../../src/stamping/zip-entry.ts';
import { centralDirectoryEnd, centralHeader } from '../../../src/stamping/zip-records.ts';

const open = promisify<Buffer, object, ZipFile>(fromBuffer);

interface ReadEntry {
  name: string;
  bytes: Buffer;
  entry: Entry;
}

async function readZip(bytes: Buffer): Promise<ReadEntry[]> {
  const zip = await open(bytes, { lazyEntries: true, strictFileNames: true });
  const entries: ReadEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    entries.push({ name: entry.fileName, bytes: await buffer(stream), entry });
  }
  return entries;
}

async function writeZip(
  base: Uint8Array,
  documents: [string, Uint8Array][],
  files: [string, Uint8Array][] = [],
) {
  const sink = new PassThrough();
  const done = buffer(sink);
  const zip = createZipWriter({ base, sink });
  for (const [name, update] of documents) await zip.addDocument(name, update);
  for (const [name, bytes] of files) await zip.addFile(name, bytes);
  await zip.end();
  return await done;
}

describe('the ZIP writer', () => {
  test('gives every document the base and its own update', async () => {
    const base = Buffer.from('shared '.repeat(500));
    const zip = await writeZip(
      base,
      [
        ['東京.pdf', Buffer.from('one')],
        ['b.pdf', Buffer.from('two')],
      ],
      [['errors.csv', Buffer.from('row,column')]],
    );
    const entries = await readZip(zip);
    expect(entries.map(({ name }) => name)).toEqual(['東京.pdf', 'b.pdf', 'errors.csv']);
    expect(entries.map(({ bytes }) => bytes.toString())).toEqual([`${base}one`, `${base}two`, 'row,column']);
    for (const { entry, bytes } of entries) {
      expect(entry.generalPurposeBitFlag & 0x0800).toBe(0x0800);
      expect(entry.crc32).toBe(crc32(bytes));
      expect(entry.uncompressedSize).toBe(bytes.length);
    }
  });

  test('a large base goes out as it is, between small pieces that share memory', async () => {
    const base = randomBytes(80_000);
    const documents = Array.from({ length: 40 }, (_, i): [string, Buffer] => [
      `${i}.pdf`,
      randomBytes(i * 700),
    ]);
    const entries = await readZip(await writeZip(base, documents));
    expect(entries.map(({ name }) => name)).toEqual(documents.map(([name]) => name));
    for (const [index, { bytes }] of entries.entries()) {
      expect(bytes.equals(Buffer.concat([base, documents[index]?.[1] ?? Buffer.alloc(0)]))).toBe(true);
    }
    // As many writes as bases, and the pieces between them.
    const sink = new PassThrough();
    const chunks: Uint8Array[] = [];
    sink.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    const shared = createZipBase(base);
    const zip = createZipWriter({ base: shared, sink });
    for (const [name, update] of documents) await zip.addDocument(name, update);
    await zip.end();
    expect(chunks.filter(({ buffer }) => buffer === shared.compressed.buffer)).toHaveLength(40);
  });

  test('takes entries that were encoded elsewhere', async () => {
    const base = createZipBase(Buffer.from('base'));
    const sink = new PassThrough();
    const done = buffer(sink);
    const zip = createZipWriter({ base, sink });
    await zip.addEncoded('a.pdf', encodeEntry(base, Buffer.from('tail')));
    await zip.end();
    expect((await readZip(await done)).map(({ bytes }) => bytes.toString())).toEqual(['basetail']);
  });

  test('writes the same bytes for the same documents', async () => {
    const write = () => writeZip(Buffer.from('base'), [['a.pdf', Buffer.from('x')]]);
    expect(await write()).toEqual(await write());
  });

  test('an empty archive is one', async () => {
    expect(await readZip(await writeZip(Buffer.from('base'), []))).toEqual([]);
  });

  test('more than 65,535 entries are all there', async () => {
    const base = createZipBase(Buffer.from('base'));
    const entry = encodeEntry(base, Buffer.from('tail'));
    const sink = new PassThrough();
    const done = buffer(sink);
    const zip = createZipWriter({ base, sink });
    for (let index = 0; index < 65_536; index++) await zip.addEncoded(`${index}`, entry);
    await zip.end();
    const entries = await open(await done, { lazyEntries: true });
    expect(entries.entryCount).toBe(65_536);
  });

  test('any base and update come back whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3000 }),
        fc.array(fc.uint8Array()),
        async (base, updates) => {
          const named = updates.map((update, i): [string, Uint8Array] => [`${i}.pdf`, update]);
          const entries = await readZip(await writeZip(base, named));
          expect(entries.map(({ bytes }) => bytes)).toEqual(
            updates.map((update) => Buffer.concat([base, update])),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test('waits for a slow reader and holds no more than its buffer', async () => {
    let waiting: (() => void) | undefined;
    const sink = new Writable({
      highWaterMark: 16,
      write: (_chunk, _encoding, callback) => {
        waiting = callback;
      },
    });
    const zip = createZipWriter({ base: Buffer.alloc(200, 'b'), sink });
    let finished = false;
    const writing = zip
      .addDocument('a.pdf', Buffer.alloc(500, 's'))
      .then(() => zip.flush())
      .then(() => {
        finished = true;
      });
    await new Promise(setImmediate);
    expect(finished).toBe(false);
    while (!finished) {
      waiting?.();
      await new Promise(setImmediate);
    }
    await writing;
  });

  test('fails when the reader goes away, instead of waiting for ever', async () => {
    const sink = new Writable({ highWaterMark: 1, write: () => {} });
    const zip = createZipWriter({ base: Buffer.from('base'), sink });
    await zip.addDocument('a.pdf', Buffer.from('x'));
    const writing = zip.flush();
    sink.destroy();
    await expect(writing).rejects.toThrow('closed before the archive');
    await zip.addDocument('b.pdf', Buffer.from('x'));
    await expect(zip.flush()).rejects.toThrow('closed before the archive');
  });

  test('small entries go out together, in pieces of bounded size', async () => {
    const sizes: number[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, callback) => {
        sizes.push(chunk.length);
        callback();
      },
    });
    const zip = createZipWriter({ base: randomBytes(1000), sink });
    for (let entry = 0; entry < 1000; entry++) await zip.addDocument(`${entry}.pdf`, randomBytes(1000));
    await zip.end();
    expect(sizes.length).toBeLessThan(20);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  });
});

describe('ZIP64 records', () => {
  const record = { name: Buffer.from('a'), crc: 1, size: 2, compressedSize: 3 };

  test('carry an offset past 4 GiB in the extra field', () => {
    const header = centralHeader({ ...record, offset: 5_000_000_000 });
    expect(header.readUInt32LE(42)).toBe(0xffff_ffff);
    expect(header.readUInt16LE(30)).toBe(12);
    expect(header.readBigUInt64LE(46 + 1 + 4)).toBe(5_000_000_000n);
    expect(centralHeader({ ...record, offset: 0xffff_fffe }).length).toBe(47);
  });

  test.each([
    [{ count: 65_534, start: 10, size: 10 }, 22],
    [{ count: 65_535, start: 10, size: 10 }, 98],
    [{ count: 1, start: 0xffff_ffff, size: 10 }, 98],
    [{ count: 1, start: 0xffff_fffe, size: 10 }, 22],
  ])('end %j in %i bytes', (directory, length) => {
    const end = centralDirectoryEnd(directory);
    expect(end.length).toBe(length);
    if (length === 98) expect(end.readBigUInt64LE(32)).toBe(BigInt(directory.count));
  });

  test('the end has the number of entries, and the size and the offset of the directory', () => {
    const end = centralDirectoryEnd({ count: 3, start: 70_000, size: 500 });
    const numbers = [end.readUInt16LE(8), end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
    expect(numbers).toEqual([3, 3, 500, 70_000]);
  });

  test('the far end has them in 64 bits, and where it begins itself', () => {
    const end = centralDirectoryEnd({ count: 3, start: 0x1_0000_0000, size: 500 });
    expect([24, 32, 40, 48, 64].map((at) => Number(end.readBigUInt64LE(at)))).toEqual([
      3, 3, 500, 0x1_0000_0000, 0x1_0000_01f4,
    ]);
    expect(end.readUInt32LE(76)).toBe(0x0605_4b50);
  });

  test('a shared base is deflated without ending the stream', () => {
    const base = createZipBase(Buffer.from('abc'.repeat(100)));
    const entry = encodeEntry(base, Buffer.from('tail'));
    const whole = inflateRawSync(Buffer.concat([base.compressed, entry.tail]));
    expect(whole.toString()).toBe(`${'abc'.repeat(100)}tail`);
    expect(entry.crc).toBe(crc32(whole));
  });
});
