/**
 * Callers that ask for the same key in one turn of the event loop share one read. The read begins after all of them
 * called, so no result is older than its call. Results are shared: do not change them.
 */
export function createSingleFlight<Key, Result>(
  read: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const pending = new Map<Key, Promise<Result>>();
  return (key) => {
    const known = pending.get(key);
    if (known !== undefined) return known;
    const result = endOfTurn().then(() => {
      pending.delete(key);
      return read(key);
    });
    pending.set(key, result);
    return result;
  };
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
