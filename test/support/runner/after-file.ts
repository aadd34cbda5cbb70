const closers = new Set<() => unknown>();

/**
 * For helpers that keep something open for all tests of a file: modules live longer than files. Runs `close` when
 * the test file that runs now has ended, once however often it is given.
 */
export function afterFile(close: () => unknown): void {
  closers.add(close);
}

/** Closes everything the ended file has left; the first failure is thrown when all are done. */
export async function endFile(): Promise<void> {
  const all = [...closers];
  closers.clear();
  const outcomes = await Promise.allSettled(all.map(async (close) => close()));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
