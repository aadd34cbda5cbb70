/**
 * Readers of the same key share what is read. A read begins after the turn of the event loop in which it was asked for;
 * whoever comes in that turn shares it. Whoever comes while it is under way waits for the next one, which begins after
 * they came: nobody is told anything older than their own question. With one reader at a time it changes nothing; a
 * burst of readers of one key costs two reads and not one each. Results are shared: do not change them.
 */
export function createSharedRead<Key, Result>(
  read: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const running = new Map<Key, Promise<Result>>();
  /** Reads that have not begun. */
  const next = new Map<Key, Promise<Result>>();

  const start = (key: Key): Promise<Result> => {
    next.delete(key);
    const reading = read(key).finally(() => {
      if (running.get(key) === reading) running.delete(key);
    });
    running.set(key, reading);
    return reading;
  };

  return (key) => {
    const known = next.get(key);
    if (known !== undefined) return known;
    const startNext = () => start(key);
    const before = running.get(key) ?? endOfTurn();
    const following = before.then(startNext, startNext);
    next.set(key, following);
    return following;
  };
}

function endOfTurn(): Promise<unknown> {
  return new Promise((resolve) => setImmediate(resolve));
}
