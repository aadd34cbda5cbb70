/**
 * One block of memory that is reused for short-lived data. Only the garbage collector frees memory outside the heap, and it
 * would let tens of megabytes of it accumulate in each thread.
 */
export function createScratchMemory(): (bytes: number) => Buffer {
  let block = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** `bytes` of memory, good until the next call. */
  return (bytes) => {
    if (bytes > MOST_KEPT_BYTES) return Buffer.allocUnsafeSlow(bytes);
    if (bytes > block.byteLength) block = Buffer.allocUnsafeSlow(Math.min(2 * bytes, MOST_KEPT_BYTES));
    return block.subarray(0, bytes);
  };
}

const FIRST_BYTES = 64 * 1024;
/** A block above this size, for a single huge document, is not kept. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;
