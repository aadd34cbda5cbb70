/**
 * One block of memory that is used again and again, for what is used up at once. Memory outside the heap is freed by
 * the collector alone, which lets tens of megabytes of it wait in each thread.
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
/** A single huge document does not hold its memory for good. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;
