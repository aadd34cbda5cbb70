/**
 * Readers of the same key share what is read. Whoever comes while a read is under way waits for the next one, which
 * begins after it came: nobody is told anything older than its own question. With one reader at a time it changes
 * nothing; a burst of readers of one key costs two reads and not one each. Results are shared: do not change them.
 */
export function createSharedRead<Key, Result>(
  read: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const running = new Map<Key, Promise<Result>>();
  const next = new Map<Key, Promise<Result>>();

  const start = (key: Key): Promise<Result> => {
    const reading = read(key).finally(() => {
      if (running.get(key) === reading) running.delete(key);
    });
    running.set(key, reading);
    return reading;
  };

  return (key) => {
    const current = running.get(key);
    if (current === undefined) return start(key);
    const known = next.get(key);
    if (known !== undefined) return known;
    const startNext = () => {
      next.delete(key);
      return start(key);
    };
    const following = current.then(startNext, startNext);
    next.set(key, following);
    return following;
  };
}
