import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createZipBase, encodeEntry, type ZipBase, type ZipEntry } from './zip-entry.ts';
import { centralDirectoryEnd, centralHeader, localHeader } from './zip-records.ts';

/** Writes an archive entry by entry; every call resolves when the sink can take more. */
export interface ZipWriter {
  /** Entries written so far. */
  readonly count: number;
  /** A document of the job: shared base followed by `suffix`. */
  addDocument(name: string, suffix: Uint8Array): Promise<void>;
  /** A document whose suffix was encoded elsewhere (`encodeEntry` in a worker thread). */
  addEncoded(name: string, entry: ZipEntry): Promise<void>;
  /** A whole file of its own, such as the list of errors. */
  addFile(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the directory and ends the sink. */
  end(): Promise<void>;
}

/**
 * A streaming ZIP writer (APPNOTE 6.3.10) that reuses the base's checksum and deflate blocks in every entry.
 * Names are UTF-8, the time stamp is fixed, ZIP64 records appear only where a number needs them. Memory holds the
 * directory alone: about 60 bytes and the name for each entry.
 * @throws what the sink fails with; an Error when the sink was closed before the archive was complete.
 */
export function createZipWriter(options: { sink: Writable; base?: Uint8Array | ZipBase }): ZipWriter {
  const { sink } = options;
  const base = toZipBase(options.base ?? new Uint8Array(0));
  const none: ZipBase = createZipBase(new Uint8Array(0));
  const directory: Buffer[] = [];
  let offset = 0;

  const write = async (bytes: Uint8Array) => {
    if (sink.destroyed || sink.writableEnded) throw closedEarly(sink);
    offset += bytes.byteLength;
    if (!sink.write(bytes)) await drained(sink);
  };
  const add = async (name: string, entry: ZipEntry, shared: ZipBase) => {
    const record = {
      name: Buffer.from(name, 'utf8'),
      crc: entry.crc,
      size: entry.size,
      compressedSize: shared.compressed.byteLength + entry.tail.byteLength,
      offset,
    };
    directory.push(centralHeader(record));
    await write(localHeader(record));
    if (shared.compressed.byteLength > 0) await write(shared.compressed);
    await write(entry.tail);
  };

  return {
    get count() {
      return directory.length;
    },
    addDocument: (name, suffix) => add(name, encodeEntry(base, suffix), base),
    addEncoded: (name, entry) => add(name, entry, base),
    addFile: (name, bytes) =>
      add(name, encodeEntry(none, bytes, 6), { ...none, compressed: new Uint8Array(0) }),
    end: async () => {
      const start = offset;
      const count = directory.length;
      for (let at = 0; at < count; at += 1000) await write(Buffer.concat(directory.slice(at, at + 1000)));
      await write(centralDirectoryEnd({ count, start, size: offset - start }));
      sink.end();
    },
  };
}

function toZipBase(base: Uint8Array | ZipBase): ZipBase {
  return base instanceof Uint8Array ? createZipBase(base) : base;
}

/** Waits for the sink to take more, and never for ever: a sink that closes or fails ends the wait. */
async function drained(sink: Writable): Promise<void> {
  const stop = new AbortController();
  try {
    await Promise.race([
      once(sink, 'drain', { signal: stop.signal }),
      once(sink, 'close', { signal: stop.signal }).then(() => {
        throw closedEarly(sink);
      }),
    ]);
  } finally {
    stop.abort();
  }
}

function closedEarly(sink: Writable): Error {
  return sink.errored ?? new Error('The reader of the archive went away before it was complete.');
}
