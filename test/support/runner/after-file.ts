const closers = new Set<() => Promise<void>>();

/**
 * Runs `close` when the current test file has ended: for everything that a test file or a helper opens for the whole file,
 * because modules live longer than files. Returns a function that closes earlier. `close` runs once.
 */
export function afterFile(close: () => unknown): () => Promise<void> {
  const closeOnce = async () => {
    if (closers.delete(closeOnce)) await close();
  };
  closers.add(closeOnce);
  return closeOnce;
}

/** Closes in reverse order, because later parts use earlier ones. Throws the first failure after all have run. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const close of [...closers].reverse()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
