import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createZipBase, encodeEntry, type ZipBase, type ZipEntry } from './zip-entry.ts';
import { centralDirectoryEnd, centralHeader, localHeader } from './zip-records.ts';

/** Writes an archive entry by entry. Every call resolves when the sink can take more data. */
interface ZipWriter {
  /** Entries written so far. */
  readonly count: number;
  /** A document of the job: shared base followed by `update`. */
  addDocument(name: string, update: Uint8Array): Promise<void>;
  /** A document whose update was encoded elsewhere (`encodeEntry` in a worker thread). */
  addEncoded(name: string, entry: ZipEntry): Promise<void>;
  /** A file that does not start with the base, such as the list of errors. */
  addFile(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the collected bytes. */
  flush(): Promise<void>;
  /** Writes the directory and ends the sink. */
  end(): Promise<void>;
}

/**
 * A streaming ZIP writer (APPNOTE 6.3.10) that reuses the base's checksum and deflate blocks in every entry. Names
 * are UTF-8, the time is fixed, ZIP64 records appear only when a number needs them. Memory: the directory, about 60
 * bytes and the name for each entry.
 * @throws the error of the sink; an Error when the sink was closed before the archive was complete.
 */
export function createZipWriter(options: { sink: Writable; base?: Uint8Array | ZipBase }): ZipWriter {
  const { sink } = options;
  const base = toZipBase(options.base ?? new Uint8Array(0));
  const none: ZipBase = createZipBase(new Uint8Array(0));
  const directory = createChunks();
  const pending = createChunks();
  let count = 0;
  let offset = 0;

  const write = async (chunks: readonly Uint8Array[]) => {
    for (const chunk of chunks) {
      if (sink.destroyed || sink.writableEnded) throw closedEarly(sink);
      if (!sink.write(chunk)) await drained(sink);
    }
  };
  const add = async (name: string, entry: ZipEntry, shared: ZipBase) => {
    const record = {
      name: Buffer.from(name, 'utf8'),
      crc: entry.crc,
      size: entry.size,
      compressedSize: shared.compressed.byteLength + entry.tail.byteLength,
      offset,
    };
    directory.add(centralHeader(record));
    count += 1;
    for (const part of [localHeader(record), shared.compressed, entry.tail]) {
      pending.add(part);
      offset += part.byteLength;
    }
    await write(pending.takeFull());
  };

  return {
    get count() {
      return count;
    },
    addDocument: (name, update) => add(name, encodeEntry(base, update), base),
    addEncoded: (name, entry) => add(name, entry, base),
    addFile: (name, bytes) =>
      add(name, encodeEntry(none, bytes, 6), { ...none, compressed: new Uint8Array(0) }),
    flush: () => write(pending.takeAll()),
    end: async () => {
      const start = offset;
      for (const chunk of directory.takeAll()) {
        pending.add(chunk);
        offset += chunk.byteLength;
      }
      pending.add(centralDirectoryEnd({ count, start, size: offset - start }));
      await write(pending.takeAll());
      sink.end();
    },
  };
}

const CHUNK_BYTES = 256 * 1024;
/** Larger pieces are written without copying them. */
const LARGE_BYTES = 32 * 1024;

/** Joins small pieces: thousands of small writes cost more than copying their bytes once. */
function createChunks() {
  const full: Uint8Array[] = [];
  let block: Buffer | null = null;
  /** End of the used bytes of the block, and of those that are already in `full`. */
  let used = 0;
  let given = 0;
  const close = () => {
    if (block !== null && used > given) full.push(block.subarray(given, used));
    given = used;
  };
  return {
    add(piece: Uint8Array) {
      if (piece.byteLength >= LARGE_BYTES) {
        close();
        full.push(piece);
        return;
      }
      if (block === null || used + piece.byteLength > CHUNK_BYTES) {
        close();
        block = Buffer.allocUnsafeSlow(CHUNK_BYTES);
        used = 0;
        given = 0;
      }
      block.set(piece, used);
      used += piece.byteLength;
    },
    /** The complete pieces. */
    takeFull: () => full.splice(0),
    takeAll() {
      close();
      return full.splice(0);
    },
  };
}

function toZipBase(base: Uint8Array | ZipBase): ZipBase {
  return base instanceof Uint8Array ? createZipBase(base) : base;
}

/** Waits until the sink can take more data. Rejects when the sink closes or fails. */
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
  return sink.errored ?? new Error('The connection was closed before the archive was complete.');
}
