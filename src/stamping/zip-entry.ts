import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The part all documents of a job share, deflated once. Plain data: it can be sent to worker threads. */
export interface ZipBase {
  crc: number;
  size: number;
  /** Raw deflate blocks that end on a byte boundary and do not end the stream. */
  compressed: Uint8Array;
}

/** One document ready to be written: `base.compressed` followed by `tail` is its deflate stream. */
export interface ZipEntry {
  crc: number;
  size: number;
  tail: Uint8Array;
}

/** Deflates the shared part once; the sync flush lets every entry go on behind it (RFC 1951, section 3.2.4). */
export function createZipBase(base: Uint8Array): ZipBase {
  return {
    crc: crc32(base),
    size: base.byteLength,
    compressed: deflateRawSync(base, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
  };
}

/** A base with something more that all documents of a job share, the first part not deflated again. */
export function extendZipBase(base: ZipBase, more: Uint8Array): ZipBase {
  if (more.byteLength === 0) return base;
  return {
    crc: crc32(more, base.crc),
    size: base.size + more.byteLength,
    compressed: Buffer.concat([base.compressed, createZipBase(more).compressed]),
  };
}

/**
 * The CPU-heavy half of a document's entry, fit for a worker thread. `level` 1 to 9.
 * The checksum goes on from the base's, so the base is never read again.
 */
export function encodeEntry(base: ZipBase, update: Uint8Array, level = 1): ZipEntry {
  return {
    crc: crc32(update, base.crc),
    size: base.size + update.byteLength,
    tail: deflateRawSync(update, { level, chunkSize: outputGuess(update.byteLength) }),
  };
}

/** Bytes the deflated update will hardly pass; the default buffer costs a third of the time of a small document. */
function outputGuess(size: number): number {
  return Math.min(Math.max((size >> 3) + (size >> 4), 4096), 65_536);
}
