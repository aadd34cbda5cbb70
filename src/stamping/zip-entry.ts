import { constants, crc32, deflateRawSync } from 'node:zlib';

/** The shared part of all documents of a job, deflated once. Plain data that can be sent to worker threads. */
export interface ZipBase {
  crc: number;
  size: number;
  /** Raw deflate blocks that end on a byte boundary without ending the stream. */
  compressed: Uint8Array;
}

/** One encoded document: `base.compressed` followed by `tail` is its deflate stream. */
export interface ZipEntry {
  crc: number;
  size: number;
  tail: Uint8Array;
}

/** Deflates the shared part once. The sync flush lets every entry continue it (RFC 1951, section 3.2.4). */
export function createZipBase(base: Uint8Array): ZipBase {
  return {
    crc: crc32(base),
    size: base.byteLength,
    compressed: deflateRawSync(base, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
  };
}

/** Extends a base by further bytes that all documents share, without deflating its first part again. */
export function extendZipBase(base: ZipBase, more: Uint8Array): ZipBase {
  if (more.byteLength === 0) return base;
  return {
    crc: crc32(more, base.crc),
    size: base.size + more.byteLength,
    compressed: Buffer.concat([base.compressed, createZipBase(more).compressed]),
  };
}

/**
 * Encodes a document's entry; runs in a worker thread. `level` from 1 to 9. The checksum continues the base's, so the
 * base is not read again.
 */
export function encodeEntry(base: ZipBase, update: Uint8Array, level = 1): ZipEntry {
  return {
    crc: crc32(update, base.crc),
    size: base.size + update.byteLength,
    tail: deflateRawSync(update, { level, chunkSize: outputGuess(update.byteLength) }),
  };
}

/** An upper estimate of the deflated size. zlib's default buffer costs a third of the time of a small document. */
function outputGuess(size: number): number {
  return Math.min(Math.max((size >> 3) + (size >> 4), 4096), 65_536);
}
